// The image of the Earth by longitude and latitude: land of Natural Earth 1:110 m, and a grid.

import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import land from "world-atlas/land-110m.json";

/** Width of the image, pixels; without a graphics card, a smaller one is drawn in a third of the time. */
const WIDTHS = { hardware: 4096, software: 2048 };

type Polygon = number[][][];

function polygons(): Polygon[] {
  const topology = land as unknown as Topology<{ land: GeometryCollection }>;
  const found: Polygon[] = [];
  for (const { geometry } of feature(topology, topology.objects.land).features) {
    if (geometry.type === "Polygon") found.push(geometry.coordinates);
    if (geometry.type === "MultiPolygon") found.push(...geometry.coordinates);
  }
  return found;
}

/** A ring of continuous longitudes; a ring around a pole is extended to the pole. */
function unrolled(ring: number[][]): number[][] {
  const made: number[][] = [];
  let last = ring[0]![0]!;
  for (const [lon, lat] of ring) {
    last = lon! - 360 * Math.round((lon! - last) / 360);
    made.push([last, lat!]);
  }
  const [first, end] = [made[0]!, made.at(-1)!];
  if (Math.abs(end[0]! - first[0]!) > 180) {
    const pole = first[1]! < 0 ? -95 : 95;
    made.push([end[0]!, pole], [first[0]!, pole]);
  }
  return made;
}

/** Whether WebGL is rendered in software. */
export function isSoftware(gl: WebGLRenderingContext | WebGL2RenderingContext): boolean {
  const asked = gl.getExtension("WEBGL_debug_renderer_info");
  const name = String(gl.getParameter(asked ? asked.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

export function picture(by: keyof typeof WIDTHS): HTMLCanvasElement {
  const width = WIDTHS[by];
  const height = width / 2;
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  // Without a graphics card, a 2D canvas draws faster than software WebGL.
  const pen = canvas.getContext("2d", { willReadFrequently: by === "software" })!;
  const place = ([lon, lat]: number[]): [number, number] => [
    ((lon! + 180) / 360) * width,
    ((90 - lat!) / 180) * height,
  ];
  pen.fillStyle = "#0f1c2b";
  pen.fillRect(0, 0, width, height);
  pen.strokeStyle = "#1b2c3f";
  pen.lineWidth = width / 2048;
  pen.beginPath();
  for (let lon = -180; lon <= 180; lon += 30) {
    pen.moveTo(...place([lon, 90]));
    pen.lineTo(...place([lon, -90]));
  }
  for (let lat = -60; lat <= 60; lat += 30) {
    pen.moveTo(...place([-180, lat]));
    pen.lineTo(...place([180, lat]));
  }
  pen.stroke();
  pen.fillStyle = "#26394b";
  pen.strokeStyle = "#4d6880";
  pen.lineWidth = width / 1638;
  for (const polygon of polygons()) {
    const rings = polygon.map(unrolled);
    const lons = rings.flat().map(([lon]) => lon!);
    const [west, east] = [Math.min(...lons), Math.max(...lons)];
    // Parts beyond one edge appear at the other.
    for (const shift of [-360, 0, 360]) {
      if (east + shift < -181 || west + shift > 181) continue;
      pen.beginPath();
      for (const ring of rings) {
        ring.forEach(([lon, lat], i) => {
          const at = place([lon! + shift, lat!]);
          if (i) pen.lineTo(...at);
          else pen.moveTo(...at);
        });
        pen.closePath();
      }
      pen.fill("evenodd");
      pen.stroke();
    }
  }
  return canvas;
}

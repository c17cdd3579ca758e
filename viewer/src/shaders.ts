// The shaders: a first pass computes the position of each row at the instant, and every vertex looks up
// its rows, so that JavaScript does no work per satellite.

/** Texels per line of the position textures; `frames.ts` has the same number. */
export const WIDTH = 2048;

/** Writes the position of every row: a cubic through four key frames. */
export const AT_INSTANT = {
  vertex: /* glsl */ `precision highp float;
in vec3 position;
void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }`,
  fragment: /* glsl */ `precision highp float;
precision highp int;
precision highp sampler2D;
uniform sampler2D frames;
uniform int rows;
uniform int base;
uniform vec4 weights;
out vec4 place;
vec3 frame(int k, int row) {
  int i = (base + k) * rows + row;
  return texelFetch(frames, ivec2(i % ${WIDTH}, i / ${WIDTH}), 0).xyz;
}
void main() {
  int row = int(gl_FragCoord.y) * ${WIDTH} + int(gl_FragCoord.x);
  if (row >= rows) discard;
  place = vec4(weights.x * frame(0, row) + weights.y * frame(1, row) + weights.z * frame(2, row)
    + weights.w * frame(3, row), 1.0);
}`,
};

/** Position of a row, and its place on the globe (in equatorial radii) or on the map (in degrees). */
const PLACES = /* glsl */ `
precision highp float;
precision highp int;
precision highp sampler2D;
uniform mat4 projectionMatrix;
uniform mat4 modelViewMatrix;
uniform sampler2D places;
uniform float now;
uniform bool isMap;
uniform float shift;

vec3 km(float row) {
  int i = int(row + 0.5);
  return texelFetch(places, ivec2(i % ${WIDTH}, i / ${WIDTH}), 0).xyz;
}
// Geodetic latitude of the point below, accurate enough for a map.
vec3 chart(vec3 p) {
  return vec3(degrees(atan(p.y, p.x)), degrees(atan(p.z / 0.99330562, length(p.xy))), 0.0);
}
vec3 placed(vec3 p) {
  return isMap ? chart(p) + vec3(shift, 0.0, 0.0) : p / 6378.137;
}
// On a map, the second point is shifted to the side that is nearer to the first.
vec3 placedNear(vec3 p, vec3 first) {
  vec3 q = placed(p);
  if (isMap) q.x += 360.0 * floor((first.x - q.x + 180.0) / 360.0);
  return q;
}
uniform vec3 cameraPosition;
// Whether the Earth hides a position from the camera.
bool isHidden(vec3 p) {
  if (isMap) return false;
  vec3 way = p - cameraPosition;
  float far = length(way);
  way /= far;
  float near = -dot(cameraPosition, way);
  float miss = length(cameraPosition + near * way);
  return miss < 0.997 && near > 0.0 && near - sqrt(0.994 - miss * miss) < far;
}
const vec4 NOWHERE = vec4(0.0, 0.0, -9.0, 1.0);
`;

export const SATELLITES = {
  vertex: /* glsl */ `${PLACES}
in float row;
in vec3 tint;
in float size;
uniform float pixels;
uniform float chosen;
out vec3 shade;
void main() {
  vec3 place = placed(km(row));
  gl_Position = isHidden(place) ? NOWHERE : projectionMatrix * modelViewMatrix * vec4(place, 1.0);
  bool isChosen = abs(row - chosen) < 0.5;
  gl_PointSize = pixels * (isChosen ? size + 6.0 : size);
  shade = isChosen ? vec3(1.0) : tint;
}`,
  fragment: /* glsl */ `precision highp float;
in vec3 shade;
out vec4 colour;
void main() {
  float far = length(gl_PointCoord - 0.5) * 2.0;
  if (far > 1.0) discard;
  colour = vec4(shade, smoothstep(1.0, 0.7, far));
}`,
};

/** Lines of a given width between two rows, while the links are up. */
export const LINES = {
  vertex: /* glsl */ `${PLACES}
in vec2 corner;
in vec2 ends;
in vec2 spell;
in vec4 tint;
in float width;
in float flow;
in float load;
uniform vec2 screen;
uniform float pixels;
uniform float chosenFlow;
uniform vec2 chosenEnds;
uniform bool byLoad;
out vec4 shade;
out float mapX;
vec3 ramp(float x) {
  vec3 low = vec3(0.20, 0.30, 0.45), mid = vec3(0.13, 0.65, 0.55);
  vec3 high = vec3(0.99, 0.85, 0.14), full = vec3(0.93, 0.25, 0.20);
  if (x < 0.33) return mix(low, mid, x / 0.33);
  if (x < 0.66) return mix(mid, high, (x - 0.33) / 0.33);
  return mix(high, full, min(1.0, (x - 0.66) / 0.34));
}
void main() {
  mapX = 0.0;
  if (now < spell.x || now >= spell.y) { gl_Position = NOWHERE; shade = vec4(0.0); return; }
  vec3 from = placed(km(ends.x));
  vec3 to = placedNear(km(ends.y), from);
  vec4 a = projectionMatrix * modelViewMatrix * vec4(from, 1.0);
  vec4 b = projectionMatrix * modelViewMatrix * vec4(to, 1.0);
  if (a.w < 0.01 || b.w < 0.01) { gl_Position = NOWHERE; shade = vec4(0.0); return; }
  vec2 along = (b.xy / b.w - a.xy / a.w) * screen;
  vec2 across = length(along) > 0.0 ? normalize(vec2(-along.y, along.x)) : vec2(0.0);
  bool isChosen = all(lessThan(abs(ends - chosenEnds), vec2(0.5)))
    || (flow >= 0.0 && abs(flow - chosenFlow) < 0.5);
  float wide = pixels * (isChosen ? width + 2.0 : width);
  gl_Position = mix(a, b, corner.x);
  gl_Position.xy += across * corner.y * wide / screen * gl_Position.w;
  mapX = isMap ? mix(from.x, to.x, corner.x) : 0.0;
  shade = byLoad && flow < 0.0 && flow > -1.5
    ? vec4(load < 0.0 ? vec3(0.25) : ramp(sqrt(load)), load > 0.0 ? 0.95 : 0.25) : tint;
  if (isChosen && flow < 0.0) shade = vec4(1.0);
  if (chosenFlow >= 0.0 && flow >= 0.0 && !isChosen) shade.a *= 0.15;
}`,
  fragment: /* glsl */ `precision highp float;
in vec4 shade;
in float mapX;
out vec4 colour;
void main() {
  if (abs(mapX) > 180.0) discard;
  colour = shade;
}`,
};

/** Footprint of a satellite, around the point below it. */
export const FOOTPRINTS = {
  vertex: /* glsl */ `${PLACES}
in float turn;
in float row;
in vec2 spell;
in float angle;
uniform float chosen;
uniform float chosenAngle;
uniform bool all;
out float mapX;
vec3 ground(float wide, float at, vec3 up, vec3 east, vec3 north) {
  vec3 side = cos(at) * east + sin(at) * north;
  vec3 p = cos(wide) * up + sin(wide) * side;
  return p * 6385.0;
}
void main() {
  mapX = 0.0;
  // The first footprint, without a row, is that of the selected satellite.
  bool isChosen = row < 0.0;
  bool isOn = isChosen ? chosenAngle > 0.0 : all && now >= spell.x && now < spell.y;
  if (!isOn) { gl_Position = NOWHERE; return; }
  float wide = isChosen ? chosenAngle : angle;
  vec3 up = normalize(km(isChosen ? chosen : row));
  vec3 east = normalize(vec3(-up.y, up.x, 0.0));
  vec3 north = cross(up, east);
  float step = 6.2831853 / 72.0;
  float first = floor(turn / 2.0) * step;
  vec3 a = placed(ground(wide, first, up, east, north));
  vec3 q = a;
  if (mod(turn, 2.0) > 0.5) q = placedNear(ground(wide, first + step, up, east, north), a);
  mapX = isMap ? q.x : 0.0;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(q, 1.0);
}`,
  fragment: /* glsl */ `precision highp float;
in float mapX;
out vec4 colour;
void main() {
  if (abs(mapX) > 180.0) discard;
  colour = vec4(0.0, 0.75, 0.6, 0.75);
}`,
};

/** Rings that grow briefly around the node of an event. */
export const FLASHES = {
  vertex: /* glsl */ `${PLACES}
in float row;
in float at;
in float until;
in vec3 tint;
uniform float lasts;
uniform float pixels;
out vec4 shade;
void main() {
  float age = (now - at) / lasts;
  if (age < 0.0 || age > 1.0 || now >= until) { gl_Position = NOWHERE; gl_PointSize = 0.0; shade = vec4(0.0); return; }
  vec3 place = placed(km(row));
  gl_Position = isHidden(place) ? NOWHERE : projectionMatrix * modelViewMatrix * vec4(place, 1.0);
  gl_PointSize = pixels * (14.0 + 34.0 * age);
  shade = vec4(tint, 1.0 - age);
}`,
  fragment: /* glsl */ `precision highp float;
in vec4 shade;
out vec4 colour;
void main() {
  float far = abs(length(gl_PointCoord - 0.5) * 2.0 - 0.85);
  if (far > 0.13) discard;
  colour = shade;
}`,
};

/** The Earth: an image by longitude and latitude, and night on the side away from the sun. */
export const EARTH = {
  vertex: /* glsl */ `${PLACES}
in vec3 position;
in vec2 uv;
out vec2 where;
out vec3 up;
void main() {
  where = uv;
  vec3 p = position;
  if (isMap) {
    float lon = radians(uv.x * 360.0 - 180.0), lat = radians(uv.y * 180.0 - 90.0);
    up = vec3(cos(lat) * cos(lon), cos(lat) * sin(lon), sin(lat));
    p = vec3(uv.x * 360.0 - 180.0, uv.y * 180.0 - 90.0, -1.0);
  } else {
    up = normalize(position);
  }
  gl_Position = projectionMatrix * modelViewMatrix * vec4(p, 1.0);
}`,
  fragment: /* glsl */ `precision highp float;
uniform sampler2D picture;
uniform bool isMap;
uniform bool hasNight;
in vec2 where;
in vec3 up;
uniform vec3 sun;
out vec4 colour;
void main() {
  vec3 ground = texture(picture, where).rgb;
  float light = 1.0;
  if (hasNight) light = mix(0.5, 1.15, smoothstep(-0.1, 0.1, dot(normalize(up), sun)));
  colour = vec4(ground * light, 1.0);
}`,
};

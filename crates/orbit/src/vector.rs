//! Vectors in km whose type includes their frame, so that frames cannot be mixed.

use std::marker::PhantomData;
use std::ops::{Add, Mul, Neg, Sub};

/// Earth-centred frame that does not rotate: z is the rotation axis, x the Greenwich meridian at
/// time zero.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Inertial;

/// Earth-centred frame that rotates with the Earth: z is the rotation axis, x the Greenwich
/// meridian.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EarthFixed;

/// True equator, mean equinox of date: the frame of SGP4. The x axis points to the mean equinox,
/// from which Greenwich mean sidereal time is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Teme;

/// A vector in frame `F`; positions are in km, directions have no unit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vector<F> {
    /// Component along the x axis.
    pub x: f64,
    /// Component along the y axis.
    pub y: f64,
    /// Component along the z axis.
    pub z: f64,
    frame: PhantomData<F>,
}

impl<F> Vector<F> {
    /// The vector with these components.
    pub const fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z, frame: PhantomData }
    }

    /// The scalar product with `other`.
    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// The cross product with `other`.
    pub fn cross(self, other: Self) -> Self {
        Self::new(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )
    }

    /// Length of the vector.
    pub fn norm(self) -> f64 {
        (self.x * self.x + self.y * self.y + self.z * self.z).sqrt()
    }
}

impl<F> Add for Vector<F> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y, self.z + other.z)
    }
}

impl<F> Sub for Vector<F> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y, self.z - other.z)
    }
}

impl<F> Neg for Vector<F> {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y, -self.z)
    }
}

impl<F> Mul<f64> for Vector<F> {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self::new(self.x * factor, self.y * factor, self.z * factor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn length_and_scalar_product_are_euclidean() {
        let v = Vector::<Inertial>::new(2.0, 3.0, 6.0);
        assert_eq!(v.norm(), 7.0);
        assert_eq!((v - v * 2.0).dot(v), -49.0);
        assert_eq!(-v + v, Vector::default());
    }
}

//! Parameters of [`super::p681`]: ITU-R P.681-11 Annex 2, two states, S band (1.5 to 3 GHz), as in
//! the implementation of Simu5G (`NtnChannelModel`). The assignment of its columns to Lcorr, f1,
//! f2, h and g is inferred from the names in the Recommendation.

use super::p681::P681Environment;

/// The parameters of an environment at an elevation.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) environment: P681Environment,
    pub(super) elevation_deg: f64,
    /// Distance over which the correlation of shadowing falls to 1/e, m.
    pub(super) correlation_m: f64,
    /// Length of a transition, m: f1 per dB between mean levels, and f2.
    pub(super) f1: f64,
    pub(super) f2: f64,
    /// Good state, then bad state.
    pub(super) states: [State; 2],
}

/// The parameters of a state.
#[derive(Debug)]
pub(super) struct State {
    /// Mean and standard deviation of the logarithm of lengths in m, and minimum length, m.
    pub(super) mu_length: f64,
    pub(super) sigma_length: f64,
    pub(super) least_length_m: f64,
    /// Mean and standard deviation of mean levels (MA), dB.
    pub(super) mu_mean_db: f64,
    pub(super) sigma_mean_db: f64,
    /// Power of the diffuse component: MP = h1 MA + h2, dB.
    pub(super) h1: f64,
    pub(super) h2: f64,
    /// Standard deviation of shadowing: Sigma A = g1 MA + g2, dB.
    pub(super) g1: f64,
    pub(super) g2: f64,
}

const fn state(values: [f64; 9]) -> State {
    let [mu_length, sigma_length, least_length_m, mu_mean_db, sigma_mean_db, h1, h2, g1, g2] =
        values;
    State { mu_length, sigma_length, least_length_m, mu_mean_db, sigma_mean_db, h1, h2, g1, g2 }
}

const fn row(
    environment: P681Environment,
    elevation_deg: f64,
    [correlation_m, f1, f2]: [f64; 3],
    states: [State; 2],
) -> Row {
    Row { environment, elevation_deg, correlation_m, f1, f2, states }
}

/// Rows of the table.
pub(super) const TABLE: &[Row] = &[
    row(
        P681Environment::Urban,
        20.0,
        [0.968, 0.087, 2.8469],
        [
            state([2.0042, 1.2049, 3.9889, -3.3681, 3.3226, 0.1739, -11.5966, 0.0036, 1.323]),
            state([3.689, 0.9796, 10.3114, -18.1771, 3.2672, 1.1411, 4.0581, -0.2502, -1.2528]),
        ],
    ),
    row(
        P681Environment::Urban,
        30.0,
        [1.4731, 0.1378, 3.3733],
        [
            state([2.7332, 1.103, 7.3174, -2.3773, 2.1222, 0.0941, -13.1679, -0.2811, 0.9323]),
            state([2.7582, 1.221, 5.7276, -17.4276, 3.9532, 0.9175, -0.8009, -0.1484, 0.591]),
        ],
    ),
    row(
        P681Environment::Urban,
        45.0,
        [1.791, 0.0744, 2.1423],
        [
            state([3.0639, 1.698, 10.0, -1.8225, 1.1317, -0.0481, -14.745, -0.4643, 0.3334]),
            state([2.9108, 1.2602, 6.0, -15.4844, 3.3245, 0.9434, -1.7555, -0.0798, 2.8101]),
        ],
    ),
    row(
        P681Environment::Urban,
        60.0,
        [1.7977, -0.1285, 5.4991],
        [
            state([2.8135, 1.5962, 10.0, -1.5872, 1.2446, -0.5168, -17.406, -0.1953, 0.5353]),
            state([2.0211, 0.6568, 1.9126, -14.1435, 3.2706, 0.6975, -7.5383, 0.0422, 3.203]),
        ],
    ),
    row(
        P681Environment::Urban,
        70.0,
        [2.0963, -0.0826, 2.8824],
        [
            state([4.2919, 2.4703, 118.3312, -1.8434, 0.537, -4.7301, -26.5687, 0.5192, 1.9583]),
            state([2.1012, 1.0341, 4.8569, -12.9383, 1.7588, 2.5318, 16.8468, 0.3768, 8.4377]),
        ],
    ),
    row(
        P681Environment::Suburban,
        20.0,
        [0.929, 0.2904, 1.0324],
        [
            state([2.2201, 1.2767, 2.2914, -2.7191, 1.384, -0.3037, -13.0719, -0.1254, 0.7894]),
            state([2.2657, 1.3812, 2.5585, -13.8808, 2.583, 1.0136, 0.5158, -0.1441, 0.7757]),
        ],
    ),
    row(
        P681Environment::Suburban,
        30.0,
        [1.7135, 0.1091, 3.3],
        [
            state([3.0138, 1.4161, 8.3214, -0.7018, 1.2107, -0.6543, -14.6457, -0.1333, 0.8992]),
            state([2.4521, 0.7637, 5.9087, -11.9823, 3.4728, 0.62, -7.5485, -0.1644, 0.2762]),
        ],
    ),
    row(
        P681Environment::Suburban,
        45.0,
        [3.2293, 0.5766, 0.7163],
        [
            state([4.5857, 1.3918, 126.8375, -1.1496, 1.0369, 0.2148, -17.8462, 0.0729, 1.0303]),
            state([2.2414, 0.7884, 4.3132, -10.3806, 2.3543, 0.0344, -14.2087, 0.0662, 3.5043]),
        ],
    ),
    row(
        P681Environment::Suburban,
        60.0,
        [2.0215, -0.4097, 8.744],
        [
            state([3.4124, 1.4331, 19.5431, -0.7811, 0.7979, -2.1102, -19.7954, -0.2284, 0.2796]),
            state([1.9922, 0.7132, 3.1213, -12.1436, 3.1798, 0.4372, -8.3651, -0.2903, -0.6001]),
        ],
    ),
    row(
        P681Environment::RuralWooded,
        20.0,
        [0.8845, 0.055, 2.6383],
        [
            state([2.1597, 1.3766, 2.0744, -0.8065, 1.5635, -0.917, -12.1228, -0.0348, 0.9571]),
            state([1.9587, 1.5465, 1.3934, -10.6615, 2.617, 0.844, -1.4804, -0.1069, 1.6141]),
        ],
    ),
    row(
        P681Environment::RuralWooded,
        30.0,
        [1.0942, 0.0256, 3.8527],
        [
            state([2.5579, 1.2444, 3.5947, -1.3214, 1.6645, -1.0445, -14.3176, -0.1656, 0.718]),
            state([2.3791, 1.1778, 2.28, -10.424, 2.4446, 0.6278, -4.8146, -0.0451, 2.2327]),
        ],
    ),
    row(
        P681Environment::RuralWooded,
        45.0,
        [2.3956, 0.2803, 4.0004],
        [
            state([3.1803, 1.3427, 6.7673, -0.9902, 1.0348, -0.4235, -16.838, -0.1095, 0.6893]),
            state([2.5382, 1.1291, 3.3683, -10.2891, 2.309, 0.3386, -9.7118, -0.046, 2.131]),
        ],
    ),
    row(
        P681Environment::RuralWooded,
        60.0,
        [1.7586, 0.1099, 4.2183],
        [
            state([2.9322, 1.3234, 5.7209, -0.6153, 1.1723, -1.4024, -16.9664, -0.2516, 0.5353]),
            state([2.1955, 1.1115, 1.6512, -9.9595, 2.2188, 0.2666, -9.0046, -0.0907, 1.473]),
        ],
    ),
    row(
        P681Environment::RuralWooded,
        70.0,
        [1.6546, -0.3914, 6.6931],
        [
            state([3.8768, 1.4738, 16.0855, -0.7818, 0.7044, -2.9566, -20.0326, -0.2874, 0.405]),
            state([1.8445, 0.8874, 2.9629, -6.7769, 2.1339, -0.3723, -14.9638, -0.1822, 0.1163]),
        ],
    ),
];

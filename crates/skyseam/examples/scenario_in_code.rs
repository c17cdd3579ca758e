//! A scenario made in code, with one value varied: files from Hawaii to Los Angeles over Iridium.

use skyseam::prelude::*;

/// The scenario with a file of `bytes`.
fn scenario(bytes: u32) -> Result<Scenario, ScenarioErrors> {
    ScenarioBuilder::new()
        .set("constellation.preset", "iridium")
        .links("1 Mbit/s", "50 packets")
        .terminal("HNL", 21.3, -157.9)
        .terminal("LAX", 33.9, -118.4)
        .flow("copy", "HNL", "LAX", Table::of("file").with("size", format!("{bytes} B")))
        .duration("10 min")
        .build(&models())
}

/// Size of the file in bytes, transfer time in seconds.
pub fn rows() -> Result<Vec<(u32, f64)>, ScenarioErrors> {
    let row = |bytes: u32| {
        let scenario = scenario(bytes)?;
        let outcome = run_alone(&scenario, &mut |_| Control::Continue).expect("it is not stopped");
        Ok((bytes, outcome.numbers("flows", "transfer_time_s").expect("numbers")[0]))
    };
    [10_000, 100_000, 1_000_000].into_iter().map(row).collect()
}

/// The table that the program prints.
pub fn table() -> Result<String, ScenarioErrors> {
    let mut table = format!("{:>10} {:>10} {:>10}", "bytes", "seconds", "kbit/s");
    for (bytes, seconds) in rows()? {
        table +=
            &format!("\n{bytes:>10} {seconds:>10.3} {:>10.0}", f64::from(bytes) * 8e-3 / seconds);
    }
    Ok(table)
}

/// Prints the table.
pub fn main() -> Result<(), ScenarioErrors> {
    println!("{}", table()?);
    Ok(())
}

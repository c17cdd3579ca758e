//! Goal: a model from which web pages are drawn, with a key of its own, is added by a program,
//! outside the crate that defines such models, and is equivalent to a built-in one: it runs in a
//! scenario, is printed and read back, is in the schema and among the models, and messages know its
//! key.
//!
//! Method: pages of one to `most` objects of 10 kB, declared here.

use skyseam_app::web::page::{Object, Page};
use skyseam_app::web::page_model::PageModel;
use skyseam_base::{Duration, RandomStream};
use skyseam_params::parameters;
use skyseam_params::values::Count;
use skyseam_scenario::{Files, Models, Scenario};
use skyseam_sim::{Control, run_alone};

use crate::common::{self, counts};

parameters! {
    /// Pages of objects of 10 kB, whose number is drawn.
    pub struct Even "even" from "this test" {
        /// Maximum number of objects of a page.
        most: Count<1, 1000> = 8,
    }
}

impl PageModel for Even {
    fn draw(&self, random: &mut RandomStream) -> Page {
        let count = 1 + (random.uniform() * f64::from(self.most)) as usize;
        let object = |number: usize| Object {
            name: number.to_string(),
            host: 0,
            size: 10_000,
            after: Vec::new(),
            at: 1.0,
            parse: Duration::ZERO,
            above_fold: true,
            cached: false,
        };
        Page { objects: (0..count).map(object).collect() }
    }

    fn source(&self) -> &'static str {
        "this test"
    }
}

fn models() -> Models {
    skyseam_sim::models().with_page_model::<Even>()
}

fn text(page: &str) -> String {
    format!(
        "nodes = [{{ name = \"a\" }}, {{ name = \"b\" }}]\n\
         wires = [{{ between = [\"a\", \"b\"], delay = \"20 ms\", rate = \"10 Mbit/s\", \
         queue = \"100 packets\" }}]\n\
         [[flows]]\nname = \"pages\"\nfrom = \"a\"\nto = \"b\"\n\
         application = {{ kind = \"web\", page = {page}, visits = 40, pause = \"1 s\" }}\n\
         [run]\nduration = \"10 min\"\nrecord = [\"web_objects\"]\n"
    )
}

fn read(text: &str) -> Scenario {
    common::read(&models(), text)
}

/// Method: objects of each of forty visits: some have few, some many, none more than the key.
#[test]
fn it_runs_in_a_scenario() {
    for (page, most) in [("\"even\"", 8), ("{ kind = \"even\", most = 3 }", 3)] {
        let out =
            run_alone(&read(&text(page)), &mut |_| Control::Continue).expect("nobody cancels");
        let visits = counts(&out, "web_objects", "page");
        let objects = |visit| visits.iter().filter(|&&own| own == visit).count();
        let drawn: Vec<usize> = (0..40).map(objects).collect();
        assert_eq!(drawn.iter().max(), Some(&most), "{drawn:?}");
        assert_eq!(drawn.iter().min(), Some(&1), "{drawn:?}");
    }
}

#[test]
fn it_is_read_printed_and_listed() {
    let scenario = read(&text("{ kind = \"even\" }"));
    let page = &scenario.resolved()["flows"][0]["application"]["page"];
    assert_eq!(page["kind"], "even");
    assert_eq!(page["most"], 8);
    let schema = models().schema().to_string();
    assert!(schema.contains("Maximum number of objects of a page."), "the schema has its key");
    let listed = models().list().to_string();
    assert!(listed.contains("\"even\""), "it is listed");
    let message = models().parse(&text("\"evne\""), "own.toml", &Files::new());
    let message = message.expect_err("no such page").to_string();
    assert!(message.contains("did you mean \"even\"?"), "{message}");
    let message = models().parse(&text("{ kind = \"even\", mots = 3 }"), "own.toml", &Files::new());
    let message = message.expect_err("no such key").to_string();
    assert!(message.contains("did you mean `most`?"), "{message}");
    // A program's own model can be written as a page file, too.
    let file = models().page("even", 5).expect("it is there");
    assert!(file.contains("size = \"10000 B\""), "{file}");
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { compareFacts } from "../../src/analysis/stories/compare-facts.ts";
import { facts } from "./story-facts.ts";

test("facts are grouped by all, some or one of the reports, in each report's words", () => {
  const { byAll, bySome, byOne } = compareFacts([
    facts("a", "The council of Leeds approved the bridge on Monday.", "The bridge will cost 40 million pounds."),
    facts(
      "b",
      "On Monday the Leeds council approved the new bridge.",
      "The new bridge is to cost 40 million pounds.",
      "Residents sang.",
    ),
    facts("c", "The bridge was approved by the council of Leeds on Monday."),
  ]);
  const tellers = (told: typeof byAll) => told.map(({ wordings }) => wordings.flatMap(({ itemIds }) => itemIds));
  assert.deepEqual(tellers(byAll), [["a", "b", "c"]]);
  assert.deepEqual(tellers(bySome), [["a", "b"]]);
  assert.deepEqual(byOne, [{ wordings: [{ text: "Residents sang.", itemIds: ["b"] }] }]);
});

test("a fact with another number for the same thing is shown with both figures, each with its reports", () => {
  const { differing, byAll, byOne } = compareFacts([
    facts("a", "The earthquake near Coquimbo injured 12 people on Tuesday."),
    facts("b", "The earthquake near Coquimbo injured 34 people on Tuesday."),
    facts("c", "On Tuesday the earthquake near Coquimbo injured twelve people."),
  ]);
  assert.deepEqual([byAll.length, byOne.length, differing.length], [0, 0, 1]);
  assert.deepEqual(differing[0]?.figures, [
    { text: "12", itemIds: ["a", "c"] },
    { text: "34", itemIds: ["b"] },
  ]);
});

test("numbers of two things are no differing figures", () => {
  const { differing, byOne } = compareFacts([
    facts("a", "The fire near Coquimbo destroyed 12 houses on Tuesday evening."),
    facts("b", "The fire near Coquimbo destroyed 34 cars on Tuesday evening."),
  ]);
  assert.deepEqual([differing.length, byOne.length], [0, 2]);
});

test("a fact that one report tells twice is listed once, and stays that of one report", () => {
  const twice = [
    "The council of Leeds approved the bridge on Monday.",
    "On Monday the council of Leeds approved the new bridge.",
  ];
  const { byAll, bySome, byOne } = compareFacts([facts("a", ...twice)]);
  assert.deepEqual([byAll.length, bySome.length], [0, 0]);
  assert.deepEqual(byOne, [{ wordings: twice.map((text) => ({ text, itemIds: ["a"] })) }]);
});

// As reports repeat themselves: the lead again further down, with a source, a weekday or a clause more.
const repetitions: [why: string, first: string, again: string][] = [
  [
    "with its source",
    "Nurses at the hospital in Ossett walked out on Tuesday in a dispute over pay.",
    "Nurses at the Ossett hospital walked out on Tuesday over pay, the union said.",
  ],
  [
    "with a clause more",
    "The city of Leeds will close 14 libraries by the end of the year.",
    "By the end of the year the city of Leeds will close 14 libraries, most of them in the outer districts.",
  ],
  [
    "with figures in words",
    "Three people were injured when a tram left the rails in Batley.",
    "A tram left the rails in Batley and 3 people were injured.",
  ],
];

for (const [why, first, again] of repetitions) {
  test(`a repetition in another report is a wording of the fact: ${why}`, () => {
    const { byAll, bySome, byOne } = compareFacts([facts("a", first), facts("b", "Residents sang.", again)]);
    assert.deepEqual(byAll, [
      {
        wordings: [
          { text: first, itemIds: ["a"] },
          { text: again, itemIds: ["b"] },
        ],
      },
    ]);
    assert.deepEqual([bySome.length, byOne.length], [0, 1]);
  });
}

test("a sentence that leaves the names to the one before it repeats the fact with the same two numbers", () => {
  const whole =
    "The electric ferry Solveig ran 412 of 420 planned crossings between Marwick and Lindhafen in its first month.";
  const short = "In its first month it ran 412 of 420 planned crossings.";
  const other = { ...facts("c", "Solveig fuhr 412 von 420 Fahrten."), language: "de" };
  // Also where a report in another language was first, which the short sentence does not repeat by itself.
  assert.equal(compareFacts([other, facts("a", whole, short)]).byAll.length, 1);
  const { bySome, byOne } = compareFacts([facts("a", whole, short), facts("b", "Residents sang.")]);
  assert.equal(bySome.length, 0);
  assert.deepEqual(
    byOne.map(({ wordings }) => wordings.map(({ text }) => text)),
    [[whole, short], ["Residents sang."]],
  );
});

test("a fact in two languages is one, by two numbers and a name, or by a number that is seldom chance", () => {
  const german = (itemId: string, ...texts: string[]) => ({ ...facts(itemId, ...texts), language: "de" });
  const rowsOf = (english: string, foreign: string) => {
    const { byAll, bySome, byOne, unsure } = compareFacts([facts("a", english), german("b", foreign)]);
    return [...byAll, ...bySome, ...byOne, ...unsure].length;
  };
  assert.equal(
    rowsOf(
      "The ferry Solveig carries 320 passengers and 40 cars across Amber Bay.",
      "Die Fähre Solveig befördert 320 Fahrgäste und 40 Autos über die Bernsteinbucht.",
    ),
    1,
  );
  assert.equal(rowsOf("The ferry Solveig carries 320 passengers.", "Die Fähre Solveig kostet 320 Kronen."), 2);
  assert.equal(
    rowsOf("The ferry Solveig carries 320 passengers and 40 cars.", "Die Bahn von Graz hat 320 Plätze und 40 Wagen."),
    2,
  );
  const oneNumber: [english: string, foreign: string, rows: number][] = [
    [
      "The boiler burned 7,000 tonnes of coal each winter.",
      "Der Kessel verbrannte jeden Winter 7.000 Tonnen Kohle.",
      1,
    ],
    ["Building it cost 39 million crowns.", "Der Bau kostete 39 Millionen Kronen.", 1],
    ["Rents rose by 4.1 percent.", "Die Mieten stiegen um 4,1 Prozent.", 1],
    ["Gusts reached 118 kilometres an hour.", "Gemessen wurden Böen von 118 Kilometern in der Stunde.", 1],
    ["The ward in Lindhafen is 25 minutes away.", "Bis Lindhafen sind es 25 Minuten.", 1],
    // A year, a small number without a name, one that counts something else, and a sentence that denies it.
    ["The bridge of 1968 stays open.", "Das Haus von 1968 wird verkauft.", 2],
    ["Its output of 18 megawatts could be doubled.", "18 Megawatt, die keine Bürgerin bestellt hat.", 2],
    ["The ward has 25 beds for Lindhafen.", "Bis Lindhafen sind es 25 Minuten.", 2],
    ["It did not cost 39 million crowns.", "Der Bau kostete 39 Millionen Kronen.", 2],
  ];
  for (const [english, foreign, rows] of oneNumber) assert.equal(rowsOf(english, foreign), rows, english);
});

test("a number in millions counts what follows: years are no other figure for a price", () => {
  const { differing } = compareFacts([
    facts("a", "The museum in Lindhafen bought the Lorenz collection of old amber for 2 million crowns."),
    facts("b", "The museum in Lindhafen bought the Lorenz collection of old amber, 44 million years."),
  ]);
  assert.equal(differing.length, 0);
  const prices = compareFacts([
    facts("a", "The museum in Lindhafen bought the Lorenz collection for 2 million crowns."),
    facts("b", "The museum in Lindhafen bought the Lorenz collection for 3 million crowns."),
  ]);
  assert.equal(prices.differing.length, 1);
});

const differences: [why: string, first: string, other: string][] = [
  [
    "another number",
    "The city of Leeds will close 14 libraries by the end of the year.",
    "The city of Leeds will close 3 swimming pools by the end of the year.",
  ],
  [
    "another name",
    "The council of Leeds approved the budget for schools on Monday evening.",
    "The council of Batley approved the budget for schools on Monday evening.",
  ],
  [
    "the contrary",
    "The city of Leeds will close its libraries by the end of the year.",
    "The city of Leeds will not close its libraries by the end of the year.",
  ],
  [
    "one more number",
    "The council of Leeds voted 23 to 14 to postpone the bridge.",
    "The council of Leeds voted 23 to 14 to postpone the bridge after a bid of 61 million crowns.",
  ],
];

for (const [why, first, other] of differences) {
  test(`two facts of one report stay two: ${why}`, () => {
    const { byOne } = compareFacts([facts("a", first, other)]);
    assert.deepEqual(
      byOne.map(({ wordings }) => wordings.length),
      [1, 1],
    );
  });
}

test("a sentence appears once, with all reports that have it verbatim", () => {
  const short = "In its first month the ferry Solveig ran 412 of 420 planned crossings.";
  const long = "The ferry Solveig ran 412 of 420 planned crossings in its first month, the operator reports.";
  assert.deepEqual(compareFacts([facts("a", short), facts("b", long, short), facts("c", short, short)]), {
    tellers: 3,
    byAll: [
      {
        wordings: [
          { text: short, itemIds: ["a", "b", "c"] },
          { text: long, itemIds: ["b"] },
        ],
      },
    ],
    differing: [],
    bySome: [],
    byOne: [],
    unsure: [],
  });
});

test("a report tells a fact if a sentence anywhere in its text says so, in other words", () => {
  const { byAll, byOne } = compareFacts([
    facts("a", "Dana Whitlock, the mayor of Bristow, resigned on Monday over a parking contract."),
    {
      ...facts("b", "The inquiry took 14 weeks."),
      text: "The inquiry took 14 weeks. Over the parking contract of Bristow, mayor Whitlock resigned. She was not there.",
    },
  ]);
  assert.deepEqual(
    byAll.map(({ wordings }) => wordings.map(({ itemIds }) => itemIds)),
    [[["a"], ["b"]]],
  );
  assert.deepEqual(byOne, [{ wordings: [{ text: "The inquiry took 14 weeks.", itemIds: ["b"] }] }]);
});

test("a sentence that denies a fact, or lacks its name, does not tell it", () => {
  const fact = "The council of Leeds approved the new bridge.";
  const others = [
    "The council of Leeds has not approved the new bridge.",
    "The council of Hull approved the new bridge.",
  ];
  for (const other of others) {
    assert.equal(compareFacts([facts("a", fact), facts("b", other)]).byOne.length, 2, other);
  }
});

test("only in one report is said only where all others could be compared", () => {
  const fact = "The dock in Hull took 17 months to build.";
  const told = (other: Parameters<typeof compareFacts>[0][number]) => {
    const { tellers, byOne, unsure } = compareFacts([facts("a", fact), other]);
    return [tellers, byOne.length, unsure.length];
  };
  assert.deepEqual(told({ ...facts("b"), text: "It rained." }), [2, 1, 0]);
  assert.deepEqual(told({ ...facts("b"), title: "Hull opens dock" }), [1, 0, 1]);
  assert.deepEqual(told({ ...facts("b"), language: "de", text: "Es regnete." }), [2, 0, 1]);
});

test("a report in another language tells a fact if a sentence has its names and numbers", () => {
  const german = "In Hull wurde 17 Monate lang gebaut.";
  const { byAll } = compareFacts([
    facts("a", "The dock in Hull took 17 months to build."),
    { ...facts("b"), language: "de", text: `Es regnete. ${german}` },
  ]);
  assert.deepEqual(byAll[0]?.wordings.at(-1), { text: german, itemIds: ["b"] });
});

test("a report in another language tells a fact also under another name, if the numbers and what it is about are the same", () => {
  const polish = "W czwartek do Brukseli wjechało około 800 traktorów, protestowało mniej więcej 5 tys. rolników.";
  const { byAll } = compareFacts([
    facts("a", "About 5,000 farmers drove some 800 tractors into Brussels on Thursday."),
    { ...facts("b"), language: "pl", text: `Padało. ${polish}` },
  ]);
  assert.deepEqual(byAll[0]?.wordings.at(-1), { text: polish, itemIds: ["b"] });
});

test("a story without facts has none to compare", () => {
  assert.deepEqual(compareFacts([facts("a"), facts("b")]), {
    tellers: 0,
    differing: [],
    byAll: [],
    bySome: [],
    byOne: [],
    unsure: [],
  });
});

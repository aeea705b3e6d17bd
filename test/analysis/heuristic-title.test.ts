import assert from "node:assert/strict";
import { test } from "node:test";
import { editTitle } from "../../src/analysis/heuristic/edit-title.ts";
import { lexiconFor } from "../../src/analysis/heuristic/lexicon.ts";
import { readText } from "../../src/analysis/heuristic/read-text.ts";

function edit(language: "en" | "de" | "pl" | "fr", title: string, body = ""): string {
  return editTitle(title, lexiconFor(language), [readText("body", body)]).title;
}

test("an attention prefix is removed, in each language", () => {
  assert.equal(edit("en", "BREAKING NEWS: senate passes the bill"), "Senate passes the bill");
  assert.equal(edit("de", "Eilmeldung – Kanzler tritt heute zurück"), "Kanzler tritt heute zurück");
  assert.equal(edit("pl", "Z OSTATNIEJ CHWILI | Premier podał się do dymisji"), "Premier podał się do dymisji");
});

test("a word that only looks like a prefix stays", () => {
  assert.equal(edit("en", "Breaking records is easy for her"), "Breaking records is easy for her");
  assert.equal(edit("de", "Hammer-Urteil gegen Bauherrn in Kiel"), "Hammer-Urteil gegen Bauherrn in Kiel");
  assert.equal(edit("en", "Exclusive: read this"), "Exclusive: read this");
});

test("shouted words are calmed as the item's own text spells them", () => {
  const body = "The minister was never told that NATO had moved. Maria Lopez destroys the argument.";
  assert.equal(edit("en", "NATO NEVER told minister", body), "NATO never told minister");
  assert.equal(edit("en", "How MARIA DESTROYS an argument", body), "How Maria destroys an argument");
});

test("an acronym is not shouting, even if the text has the same word as a pronoun", () => {
  const body = "They told us who did it.";
  assert.equal(edit("en", "US court rules on WHO funding", body), "US court rules on WHO funding");
  assert.equal(edit("en", "ECOWAS suspends Niger"), "ECOWAS suspends Niger");
  assert.equal(edit("en", "Pope John XXIII and the COVID years"), "Pope John XXIII and the COVID years");
});

test("a title all in capitals becomes an ordinary one", () => {
  assert.equal(edit("en", "COUNCIL OF LEEDS BUYS NEW BUSES"), "Council of Leeds Buys new Buses");
  assert.equal(edit("de", "STADT KAUFT NEUE BUSSE FÜR DEN SÜDEN"), "Stadt Kauft neue Busse für den Süden");
});

test("exclamation marks are removed at the end and in groups, not in a name or quotation", () => {
  assert.equal(edit("en", "Team wins the cup!!!"), "Team wins the cup");
  assert.equal(edit("en", "Who won the cup?!?"), "Who won the cup?");
  assert.equal(edit("en", "Yahoo! shares rise by 3 percent"), "Yahoo! shares rise by 3 percent");
  assert.equal(edit("en", "Crowd shouts “Never again!”"), "Crowd shouts “Never again!”");
  assert.equal(edit("fr", "¡Ganamos la copa!"), "¡Ganamos la copa!");
});

test("a loaded verb is replaced, but not if it is meant literally", () => {
  assert.equal(edit("en", "Senator Slams Tax Plan"), "Senator Criticizes Tax Plan");
  assert.equal(edit("en", "Union lashes out at company"), "Union criticizes company");
  assert.equal(edit("de", "Minister wettert gegen Bahn"), "Minister kritisiert Bahn");
  assert.equal(edit("de", "Strompreise explodieren im Winter"), "Strompreise steigen stark im Winter");
  assert.equal(edit("pl", "Ceny szaleją przed świętami"), "Ceny rosną przed świętami");
  for (const literal of [
    "Hurricane slams Florida coast",
    "Driver slams into wall",
    "Nadal wins two grand slams in Paris",
    "Man with knife lashes out at guard",
    "Senator says rival “slams” him",
  ]) {
    assert.equal(edit("en", literal), literal);
  }
});

test("a person who slams a bus plan criticizes it", () => {
  const plain = {
    "Mayor slams bus plan": "Mayor criticizes bus plan",
    "The mayor slams the bus plan": "The mayor criticizes the bus plan",
    "Motorists' club slams bus plan": "Motorists' club criticizes bus plan",
    "Mayor slams outrageous bus plan": "Mayor criticizes bus plan",
    "Union slams outrageous plan for buses": "Union criticizes plan for buses",
    "Tenants blast shameful rent hike": "Tenants criticize rent hike",
    "Bus drivers slam new pay offer": "Bus drivers criticize new pay offer",
    "Senator Rips Tax Plan": "Senator Criticizes Tax Plan",
  };
  for (const [title, edited] of Object.entries(plain)) assert.equal(edit("en", title), edited);
  for (const literal of [
    "Bus slams school on plan day",
    "Man slams car into wall",
    "Inflation rise slams bus plan",
    "Factory blast report published",
    "Two blasts rock plan talks in Kabul",
    "Workers blast rock in quarry",
    "Storm rips roof off school",
    "Mayor rips up contract",
    "Judge rips plan apart",
    "Judge rips tax plan to shreds",
    "Minister rips letter at podium",
    "Players win grand slam deal",
    "Fury as council slams the brakes on bridge dream",
  ]) {
    assert.equal(edit("en", literal), literal);
  }
});

test("a loaded adjective is removed before its noun if nothing else depends on it", () => {
  assert.equal(edit("en", "Shocking video shows fire"), "Video shows fire");
  assert.equal(edit("en", "Police release a shocking report"), "Police release a report");
  assert.equal(edit("en", "Council votes on shameful rent hike"), "Council votes on rent hike");
  assert.equal(edit("en", "10 shocking facts about buses"), "10 facts about buses");
  assert.equal(edit("de", "Ein schockierendes Video aus Köln"), "Ein Video aus Köln");
  assert.equal(edit("pl", "Szokujące słowa ministra"), "Słowa ministra");
  for (const kept of [
    "The most shocking video of the year",
    "A sad and shocking report",
    "Getafe win after stunning Barcelona",
    "This is an outrageous plan",
    "The verdict is shocking",
    "Epic Games lawsuit goes to trial",
    "11 slightly horrifying facts",
    "After shocking the council report is out",
    "Report is not shocking news",
  ]) {
    assert.equal(edit("en", kept), kept);
  }
});

test("neutral titles stay as they are, to the letter", () => {
  for (const title of [
    "G20 leaders meet in Rome",
    "iPhone sales fall 5%",
    "Bank of England: rates stay",
    "  spaced  out ",
  ]) {
    assert.equal(edit("en", title), title);
  }
});

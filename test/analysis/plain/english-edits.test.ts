import assert from "node:assert/strict";
import { test } from "node:test";
import type { Tag } from "../../../src/analysis/plain/edit-step.ts";
import { editTitle } from "../../../src/analysis/plain/edit-title.ts";

/** A tagger that is sure of every word: what is tested is the title editor, whatever the weights say. */
const sure: Tag = (read) => ({
  words: read.tokens.map(({ start, end }) => ({ start, end, loaded: 0.95, drop: 0.95, kind: "emotive" as const })),
  loaded: 0.6,
  clickbait: 0,
  markFrom: 0.3,
  measured: { loaded: 0, teaser: 0 },
});

function becomes(title: string, plain: string): void {
  assert.equal(editTitle(title, "en", sure).title, plain);
}

function stays(title: string): void {
  becomes(title, title);
}

test("an adjective stays where the noun says nothing without it, and goes where it only colours", () => {
  stays("Miners in Ohio face brutal weather");
  stays("Shipyards are paying huge salaries for welders");
  stays("Villagers make a remarkable decision");
  becomes("Diver finds 9 bizarre ways to sleep", "Diver finds 9 ways to sleep");
  becomes("Villagers recall the bizarre week that ended in snow", "Villagers recall the week that ended in snow");
  becomes("Bizarre scenes at ferry port in Dover", "Scenes at ferry port in Dover");
  becomes("The staggering cost of the new tunnel", "The cost of the new tunnel");
});

test("an adjective stays where it says which ones are meant, or what somebody is looking for", () => {
  stays("Film club plays songs for all creepy dolls");
  stays("Party in search for a feisty mayor");
  stays("Once legendary theatre in Leeds is a car park");
  stays("Miner was hurt by a rogue judge, not by a rogue senator");
});

test("what is left of a title is a sentence, if it was one, and a list says what it holds", () => {
  stays("Ann Bell: a call for unity — here's what he can do");
  becomes("Ferry to Bergen sank in a storm — here's what we know", "Ferry to Bergen sank in a storm");
  stays("8 amazing people");
});

test("the dot of a title or of Jr. ends no sentence", () => {
  becomes("Did Tom Hill Jr. actually sell the boat?", "Did Tom Hill Jr. sell the boat?");
});

test("an article fits the word that follows it now", () => {
  becomes("Mayor of Troy signs an un-American party rule", "Mayor of Troy signs a party rule");
});

test("a tail goes although the outlet adds a tag behind it", () => {
  becomes("Village choir answers mayor in the best possible way (VIDEO)", "Village choir answers mayor (VIDEO)");
});

test("what asked still asks, and what is said of somebody stays", () => {
  stays("Is the bay being changed by a plain – lie?");
  stays("Hill is rogue prosecutor, says Ann Bell");
  stays("The boat trip in Fife is the adventure we all need right now");
  stays("Baker in Cork faces 350 lashes in the spring");
});

test("lists lose the clause that only speaks to the reader", () => {
  becomes("27 Tweets About Ferries Guaranteed To Make You Laugh", "27 Tweets About Ferries");
  becomes("17 Spots In Fife You'll Want To Visit", "17 Spots In Fife");
  becomes("24 Dating Problems That Are Way, Way Too Real For Shy People", "24 Dating Problems For Shy People");
  becomes("What a catch! 25 fishing photos", "25 fishing photos");
  becomes('26 Poems About "Rome" That Will Make You Cry Every Time', '26 Poems About "Rome"');
  stays('"Rome Is Ours" - Mayor Tells Council');
});

test("superlatives, gushing adverbs and tails that only promise something go", () => {
  becomes("The 19 Most Perfect Harbour Photos Of All Time", "19 Harbour Photos");
  stays("The 19 Most Powerful Women In Banking");
  stays("The 19 Most Perfect And Costly Yachts");
  becomes("31 Wildly Romantic Train Journeys", "31 Train Journeys");
  becomes("I Lived On A Barge For A Year And This Is What I Learned", "I Lived On A Barge For A Year");
  becomes("Goat Rode The Night Ferry And It Will Melt Your Heart", "Goat Rode The Night Ferry");
});

test("a frame takes no negation along that it does not name", () => {
  stays("17 Maps Of Leeds That Will Make You Cry And Were Not Approved");
  becomes("17 Maps Of Leeds That Will Make You Cry And Were Approved", "17 Maps Of Leeds");
});

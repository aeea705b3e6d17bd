import assert from "node:assert/strict";
import { test } from "node:test";
import { criticizePlainly } from "../../../src/analysis/plain/german-criticism.ts";

test("whom a German tabloid settles scores with is criticized, in the accusative", () => {
  for (const [title, plain] of [
    [
      "Nach dem Rücktritt - Ex-Minister rechnet mit der Partei ab",
      "Nach dem Rücktritt - Ex-Minister kritisiert die Partei",
    ],
    ["Landrat rechnet mit Windkraft-Gegnern ab", "Landrat kritisiert Windkraft-Gegner"],
    ["Früherer Kapitän rechnet knallhart mit Verband ab", "Früherer Kapitän kritisiert Verband"],
    ["Trainer rechnet mit seinem Chef ab - „Zu teuer“", "Trainer kritisiert seinen Chef - „Zu teuer“"],
    ["Trainer rechnet mit den Grünen ab!", "Trainer kritisiert die Grünen"],
    ["Trainer rechnet mit unfairen Fans ab!", "Trainer kritisiert unfaire Fans"],
    ["Boten rechnen mit eigener Firma ab", "Boten kritisieren eigene Firma"],
    ["Trainer rechnet mit Ronaldo im Fernsehen ab", "Trainer kritisiert Ronaldo im Fernsehen"],
    ["Liberaler rechnet im Fernsehen mit der Koalition ab", "Liberaler kritisiert im Fernsehen die Koalition"],
    ["Prüfer geht hart mit der Behörde ins Gericht", "Prüfer kritisiert die Behörde"],
  ])
    assert.equal(criticizePlainly(title!), plain);
});

test("where the case is not seen, criticism is voiced of them", () => {
  assert.equal(criticizePlainly("Trainer rechnet mit Feinden ab"), "Trainer übt Kritik an Feinden");
  assert.equal(criticizePlainly("Trainer rechnet mit dem Team ab"), "Trainer übt Kritik an dem Team");
});

test("bills, forecasts and courts stay", () => {
  for (const title of [
    "Kasse rechnet mit der Klinik monatlich ab",
    "Früherer Kapitän rechnet mit Ablösung ab Sommer",
    "Landrat rechnet mit Gegnern der Windkraft",
    "Ex-Präsident geht mit Anwalt ins Gericht",
  ])
    assert.equal(criticizePlainly(title), null);
});

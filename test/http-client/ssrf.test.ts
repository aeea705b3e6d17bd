import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, beforeEach, suite, test } from "node:test";
import { parseAllowedNetworks } from "../../src/http-client/address-policy.ts";
import { startHostileOrigin } from "../ground/hostile-origin.ts";
import { startFakedInternet, type FakedInternet } from "./faked-internet.ts";
import { causeOf, createLoopbackClient, failureOf, responseOf } from "./loopback-client.ts";
import { forbiddenAnswers, forbiddenHosts, forbiddenUrls, notUrls, publicHosts } from "./ssrf-vectors.ts";

const publicAddress = "93.184.216.34";
const answers = new Map<string, string[]>([["public.test", [publicAddress]]]);
let internet: FakedInternet;

before(async () => {
  internet = await startFakedInternet((hostname) => answers.get(hostname) ?? assert.fail(`asked for ${hostname}`));
});

beforeEach(() => {
  internet.dialled.length = 0;
});

after(async () => {
  await internet.close();
});

test("the table has all its rows", () => {
  const forbidden = new Set([
    ...forbiddenHosts,
    ...forbiddenAnswers.map((answer) => `dns ${answer}`),
    ...forbiddenUrls,
  ]);
  assert.ok(forbidden.size >= 120, `${forbidden.size} forbidden`);
  assert.ok(new Set(publicHosts.map(([host]) => host)).size >= 30);
});

suite("a forbidden host is not dialled", () => {
  for (const host of forbiddenHosts) {
    for (const scheme of ["http", "https"]) {
      test(`${scheme}://${host}/`, async () => {
        await refused(`${scheme}://${host}/`, []);
        await refused(`${scheme}://${host}:8080/feed?x=1#y`, []);
      });
    }

    test(`${host} behind a redirect`, async () => {
      await refused(`http://public.test/to?${encodeURIComponent(`http://${host}/`)}`, [publicAddress]);
    });
  }
});

suite("a name with a forbidden answer is not dialled", () => {
  for (const [index, address] of forbiddenAnswers.entries()) {
    test(`"${address}"`, async () => {
      answers.set(`alone-${index}.test`, [address]);
      answers.set(`first-${index}.test`, [address, publicAddress]);
      answers.set(`last-${index}.test`, [publicAddress, "2606:4700::1111", address]);
      for (const name of ["alone", "first", "last"]) {
        await refused(`http://${name}-${index}.test/`, []);
        await refused(`https://${name}-${index}.test/`, []);
        await refused(`http://public.test/to?http://${name}-${index}.test/`, [publicAddress]);
        internet.dialled.length = 0;
      }
    });
  }

  test("even when it hides behind eight good ones", async () => {
    answers.set("crowd.test", [...Array.from({ length: 8 }, (_, index) => `8.8.8.${index}`), "10.0.0.1"]);
    await refused("http://crowd.test/", []);
  });
});

suite("a URL is refused for what it says besides its host", () => {
  for (const url of [...forbiddenUrls, ...notUrls]) {
    test(url.slice(0, 60), async () => {
      await refused(url, []);
    });
  }

  for (const url of forbiddenUrls) {
    test(`${url} behind a redirect`, async () => {
      await refused(`http://public.test/to?${encodeURIComponent(url)}`, [publicAddress]);
    });
  }
});

suite("a public host is dialled", () => {
  for (const [host, address] of publicHosts) {
    test(host, async () => {
      assert.equal(responseOf(await internet.client.get(`http://${host}/`)).body.toString(), "hello");
      assert.deepEqual(internet.dialled, [address]);
    });

    test(`${host} as the answer for a name`, async () => {
      const name = `name-${publicHosts.findIndex(([other]) => other === host)}.test`;
      answers.set(name, [address, publicAddress]);
      responseOf(await internet.client.get(`http://${name}:8080/`));
      assert.deepEqual(internet.dialled, [address, publicAddress]);
    });
  }

  test("at no more than eight of its addresses", async () => {
    answers.set(
      "many.test",
      Array.from({ length: 20 }, (_, index) => `8.8.4.${index}`),
    );
    responseOf(await internet.client.get("http://many.test/"));
    assert.equal(internet.dialled.length, 8);
  });
});

test("a name that rebinds is judged by the address that is dialled", async () => {
  const replies = [[publicAddress], ["127.0.0.1"], ["127.0.0.1"]];
  let questions = 0;
  const names = () => replies[questions++] ?? assert.fail("asked too often");

  const first = await startFakedInternet(names);
  responseOf(await first.client.get("http://rebind.test/"));
  assert.equal(questions, 1);
  assert.deepEqual(first.dialled, [publicAddress]);
  await first.close();

  const later = await startFakedInternet(names);
  assert.equal(causeOf(await later.client.get("http://rebind.test/")), "blocked address");
  assert.deepEqual(later.dialled, []);
  await later.close();
});

test("a connection that reaches another address than intended gets no data", async () => {
  const origin = await startHostileOrigin();
  const allowNetworks = parseAllowedNetworks("127.0.0.2/32");
  const client = createLoopbackClient({
    allowNetworks,
    resolve: async () => ["127.0.0.2"],
    dial: () => connect(origin.port, "127.0.0.1"),
  });
  assert.equal(causeOf(await client.get("http://astray.test/")), "blocked address");
  assert.equal(origin.log.length, 0);
  await client.close();
  await origin.close();
});

suite("FETCH_ALLOW_NETWORKS", () => {
  const allowNetworks = parseAllowedNetworks("127.0.0.0/8, fd12:3456::/32");
  const names: Record<string, string[]> = {
    "inside.test": ["127.0.0.1"],
    "ula.test": ["fd12:3456::1"],
    "mapped.test": ["::ffff:127.0.0.1"],
    "other.test": ["10.0.0.1"],
    "mixed.test": ["127.0.0.1", "10.0.0.1"],
  };

  test("opens what it names, on the resolved address and in every spelling", async () => {
    const inside = await startFakedInternet((name) => names[name] ?? [], { allowNetworks });
    for (const host of ["127.0.0.1", "127.1", "[::ffff:7f00:1]", "inside.test", "mapped.test", "ula.test"]) {
      responseOf(await inside.client.get(`http://${host}:8080/`));
    }
    await inside.close();
  });

  test("opens nothing else", async () => {
    const inside = await startFakedInternet((name) => names[name] ?? [], { allowNetworks });
    for (const url of [
      "http://other.test/",
      "http://mixed.test/",
      "http://10.0.0.1/",
      "http://[fd12:3457::1]/",
      "http://127.0.0.1:25/",
      "http://user@127.0.0.1/",
      "ftp://127.0.0.1/",
      "http://127.0.0.1/to?http://169.254.169.254/",
      "http://127.0.0.1/to?http://127.0.0.1:25/",
    ]) {
      assert.equal(failureOf(await inside.client.get(url)).kind, "blocked", url);
    }
    assert.deepEqual(new Set(inside.dialled), new Set(["127.0.0.1"]));
    await inside.close();
  });
});

async function refused(url: string, dialled: string[]): Promise<void> {
  const failure = failureOf(await internet.client.get(url));
  assert.equal(failure.kind, "blocked", `${url}: ${failure.detail}`);
  assert.equal(failure.message, "This address cannot be fetched.");
  assert.deepEqual(
    internet.dialled.filter((address) => !dialled.includes(address)),
    [],
    url,
  );
}

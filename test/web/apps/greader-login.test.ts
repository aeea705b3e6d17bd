import assert from "node:assert/strict";
import { test } from "node:test";
import { appsWorld } from "./apps-world.ts";

const world = await appsWorld();
const tokenForm = /^pw\/[\da-f]{72}$/;

for (const base of ["", "/api/greader.php"]) {
  test(`ClientLogin at "${base}" takes name and password from body or query and answers three lines`, async () => {
    const { reader, password } = await world.addApp();
    const fields = new URLSearchParams({ Email: reader.email, Passwd: password, service: "reader", accountType: "x" });
    for (const answer of [
      await world.request(`${base}/accounts/ClientLogin`, { method: "POST", body: fields }),
      await world.request(`${base}/accounts/ClientLogin?${fields.toString()}`, { method: "POST" }),
    ]) {
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get("Content-Type"), "text/plain; charset=utf-8");
      const text = await answer.text();
      const [, token = ""] = /^SID=(.*)\nLSID=\1\nAuth=\1\n$/.exec(text) ?? [];
      assert.match(token, tokenForm);
    }
    const json = await world.request(`${base}/accounts/ClientLogin?output=json&${fields.toString()}`, {
      method: "POST",
    });
    const { SID, LSID, Auth } = (await json.json()) as Record<string, string>;
    assert.match(Auth ?? "", tokenForm);
    assert.deepEqual([SID, LSID], [Auth, Auth]);
  });
}

test("a wrong password is 401 with the one line that apps look for", async () => {
  const { reader } = await world.addApp();
  const body = new URLSearchParams({ Email: reader.email, Passwd: "wrong" });
  const answer = await world.request("/accounts/ClientLogin", { method: "POST", body });
  assert.deepEqual([answer.status, await answer.text()], [401, "Error=BadAuthentication"]);
});

test("without a token, and with a wrong one, an app gets 401 with both headers that ask for a new login", async () => {
  const { auth, reader } = await world.addApp();
  const wrong = auth.slice(0, -1) + (auth.endsWith("0") ? "1" : "0");
  for (const headers of [
    {},
    { Authorization: `GoogleLogin auth=${wrong}` },
    { Authorization: "GoogleLogin auth=" },
    { Authorization: "Bearer x" },
    { Cookie: reader.headers["Cookie"] ?? "" },
  ]) {
    const answer = await world.request("/reader/api/0/user-info", { headers: headers as Record<string, string> });
    assert.deepEqual([answer.status, await answer.text()], [401, "Unauthorized"]);
    assert.equal(answer.headers.get("Google-Bad-Token"), "true");
    assert.equal(answer.headers.get("X-Reader-Google-Bad-Token"), "true");
  }
});

test("the scheme of the header may be written in any case", async () => {
  const { auth } = await world.addApp();
  const answer = await world.request("/reader/api/0/user-info", {
    headers: { Authorization: `googlelogin AUTH=${auth}` },
  });
  assert.equal(answer.status, 200);
});

test("the action token ends with a line break, and with a header any T will do", async () => {
  const { get, headers, auth } = await world.addApp();
  assert.equal(await (await get("token")).text(), `${auth}\n`);
  for (const T of ["x", "", "wrong", `${auth}\n`]) {
    const answer = await world.request("/reader/api/0/edit-tag", {
      method: "POST",
      headers,
      body: new URLSearchParams({ T, i: "1", a: "user/-/state/com.google/read" }),
    });
    assert.equal(await answer.text(), "OK", T);
  }
});

test("a POST without a header is the app's if T is its token, as Liferea 1.14.4 sends it; a GET is not", async () => {
  const { auth } = await world.addApp();
  const post = (T: string) =>
    world.request("/reader/api/0/stream/items/contents", { method: "POST", body: new URLSearchParams({ T, i: "1" }) });
  assert.equal((await post(`${auth}\n`)).status, 200);
  assert.equal((await post("x")).status, 401);
  const get = await world.request(`/reader/api/0/user-info?T=${encodeURIComponent(auth)}`);
  assert.equal(get.status, 401);
});

test("a token made with another key of the server opens nothing", async () => {
  const { headers } = await world.addApp();
  const forged = headers.Authorization.replace(/[\da-f]{40}$/, "0".repeat(40));
  const answer = await world.request("/reader/api/0/user-info", { headers: { Authorization: forged } });
  assert.equal(answer.status, 401);
});

test("no cookie is read and no form token is needed, so a page of another site can do nothing", async () => {
  const { reader } = await world.addApp();
  const answer = await world.request("/reader/api/0/edit-tag", {
    method: "POST",
    headers: { ...reader.headers, Origin: "https://evil.example" },
    body: new URLSearchParams({ i: "1", a: "user/-/state/com.google/read" }),
  });
  assert.equal(answer.status, 401);
});

test("doubled slashes and one at the end lead to the same call, and the bare address says OK", async () => {
  const { headers } = await world.addApp();
  for (const path of [
    "//reader/api/0/user-info",
    "/api/greader.php//reader/api/0/user-info/",
    "//api//greader.php/reader//api/0/user-info?output=json",
  ]) {
    assert.equal((await world.request(path, { headers })).status, 200, path);
  }
  for (const path of ["/api/greader.php", "/api/greader.php/"]) {
    assert.equal(await (await world.request(path)).text(), "OK", path);
  }
  assert.equal((await world.request("/", { method: "HEAD" })).status, 200);
});

test("a reader in a browser may ask from its own site", async () => {
  const { get } = await world.addApp();
  const asked = await world.request("/reader/api/0/subscription/list", { method: "OPTIONS" });
  assert.equal(asked.status, 204);
  assert.equal(asked.headers.get("Access-Control-Allow-Origin"), "*");
  assert.match(asked.headers.get("Access-Control-Allow-Headers") ?? "", /Authorization/);
  assert.equal((await get("subscription/list")).headers.get("Access-Control-Allow-Origin"), "*");
});

test("what is no call is 404 in plain text", async () => {
  const { get } = await world.addApp();
  const answer = await get("stream/details");
  assert.deepEqual([answer.status, await answer.text()], [404, "Unknown call."]);
});

test("an app that asks the same every second is told when to come back; tokens and other questions go on", async () => {
  const { get } = await world.addApp();
  const statuses = new Set<number>();
  for (let n = 0; n < 20; n += 1) statuses.add((await get("unread-count")).status);
  assert.deepEqual([...statuses], [200]);
  const refused = await get("unread-count");
  assert.equal(refused.status, 429);
  assert.match(refused.headers.get("Retry-After") ?? "", /^([1-9]|10)$/);
  assert.equal((await get("unread-count?output=json")).status, 200);
  for (let n = 0; n < 30; n += 1) assert.equal((await get("token")).status, 200);
});

test("an app password that only reads changes nothing", async () => {
  const app = await world.addApp({ readOnly: true });
  assert.equal((await app.get("subscription/list")).status, 200);
  for (const call of ["edit-tag", "mark-all-as-read", "subscription/edit", "subscription/quickadd", "rename-tag"]) {
    const answer = await app.post(call, [["s", "user/-/state/com.google/reading-list"]]);
    assert.deepEqual([answer.status, await answer.text()], [403, "This app password is read only."], call);
  }
});

test("the log has paths without their queries, where some apps put the password", async () => {
  const { reader, password } = await world.addApp();
  await world.request(`/accounts/ClientLogin?Email=${reader.email}&Passwd=${password}`, { method: "POST" });
  assert.ok(!JSON.stringify(world.lines).includes(password));
});

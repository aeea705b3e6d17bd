/** The migrations of 0.1 and the start of each one's SHA-256: databases of that version have run exactly these. */
export const migrationsOf01: Readonly<Record<string, string>> = {
  "0001-accounts.sql": "42e107b136c71ffa",
  "0002-feeds.sql": "c4eb30a35cc9e6c2",
  "0003-items.sql": "a9a4a8b37fd05258",
  "0004-operations.sql": "4b018205e5e7cced",
  "0005-people.sql": "ac67360fddcfd85a",
  "0006-row-level-security.sql": "928b224f83f5e9ab",
  "0007-retention.sql": "fa2c75e7bc466c8e",
  "0008-account-functions.sql": "b9c6a95bad6104f9",
  "0009-public-reading.sql": "b3489047e7be6510",
  "0010-subscriptions.sql": "031b2b22bf71cf84",
  "0011-briefs.sql": "918f3e5e23d40ec8",
  "0012-reading.sql": "47c700e6b02fa5c4",
  "0013-lanes.sql": "26183f67f45d2b7a",
  "0014-unread.sql": "c18608434af98a0a",
  "0015-item-hash.sql": "ff595ca1a678ff07",
};

/** Where a setting is run with other values than its default: [file, title]. */
export type SettingTest = [file: string, title: string];

const signIn = "test/web/sign-in-settings.test.ts";
const oidcClient: SettingTest = [
  signIn,
  "OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET say who is asked, and as whom",
];
const oidcButton: SettingTest = [signIn, "OIDC_NAME is what the button says, and OIDC_SCOPES what is asked for"];
const newAccounts: SettingTest = [
  signIn,
  "AUTH_AUTO_CREATE makes accounts, for OIDC_ALLOWED_DOMAINS and OIDC_ALLOWED_GROUPS",
];
const authProxy: SettingTest = [
  signIn,
  "AUTH_PROXY_HEADER is believed from AUTH_PROXY_NETWORKS, and AUTH_PROXY_LOGOUT_URL is shown on leaving",
];

export const signInSettingTests: Record<string, SettingTest> = {
  OIDC_ISSUER: oidcClient,
  OIDC_CLIENT_ID: oidcClient,
  OIDC_CLIENT_SECRET: oidcClient,
  OIDC_NAME: oidcButton,
  OIDC_SCOPES: oidcButton,
  OIDC_ALLOWED_GROUPS: newAccounts,
  OIDC_ALLOWED_DOMAINS: newAccounts,
  AUTH_AUTO_CREATE: newAccounts,
  AUTH_PROXY_HEADER: authProxy,
  AUTH_PROXY_NETWORKS: authProxy,
  AUTH_PROXY_LOGOUT_URL: authProxy,
};

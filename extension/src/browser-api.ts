// The part of the WebExtensions API that we use. Chrome has it as `chrome`, Firefox as `browser`.

type Area = {
  get: (keys: string[]) => Promise<Record<string, unknown>>;
  set: (values: Record<string, unknown>) => Promise<void>;
  /** Not in every browser. */
  setAccessLevel?: (level: { accessLevel: "TRUSTED_CONTEXTS" }) => Promise<void>;
};
type Origins = { origins: string[] };
type ContentScript = { id: string; matches: string[]; js: string[]; css: string[]; persistAcrossSessions: boolean };
type Tab = { id?: number; url?: string };
type Sender = { tab?: Tab };
/** Returns true if it will answer later. */
type Listener = (message: unknown, sender: Sender, answer: (value: unknown) => void) => boolean;

export type BrowserApi = {
  storage: {
    local: Area;
    session: Area;
    onChanged: { addListener: (listener: (changes: Record<string, unknown>) => void) => void };
  };
  permissions: {
    request: (wanted: Origins) => Promise<boolean>;
    contains: (wanted: Origins) => Promise<boolean>;
    remove: (wanted: Origins) => Promise<boolean>;
    onAdded: { addListener: (listener: () => void) => void };
    onRemoved: { addListener: (listener: () => void) => void };
  };
  scripting: {
    registerContentScripts: (scripts: ContentScript[]) => Promise<void>;
    unregisterContentScripts: (filter?: { ids: string[] }) => Promise<void>;
    executeScript: (what: { target: { tabId: number }; files: string[] }) => Promise<unknown>;
    insertCSS: (what: { target: { tabId: number }; files: string[] }) => Promise<unknown>;
  };
  tabs: {
    query: (filter: { active: boolean; currentWindow: boolean }) => Promise<Tab[]>;
    sendMessage: (tabId: number, message: unknown) => Promise<unknown>;
  };
  runtime: {
    sendMessage: (message: unknown) => Promise<unknown>;
    onMessage: { addListener: (listener: Listener) => void };
    onInstalled: { addListener: (listener: () => void) => void };
    onStartup: { addListener: (listener: () => void) => void };
    openOptionsPage: () => Promise<void>;
  };
  action: {
    setBadgeText: (badge: { text: string; tabId: number }) => Promise<void>;
    setBadgeBackgroundColor: (badge: { color: string }) => Promise<void>;
  };
  i18n: { getMessage: (name: string, values?: string[]) => string; getUILanguage: () => string };
};

const both = globalThis as unknown as { browser?: BrowserApi; chrome: BrowserApi };
export const api: BrowserApi = both.browser ?? both.chrome;

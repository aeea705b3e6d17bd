// Only pages of logged-in people load this. Browsers offer it on https and localhost.
navigator.serviceWorker?.register("/sw.js").catch(() => {});

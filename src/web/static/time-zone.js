// A new account begins in the browser's time zone. Without script it begins in UTC.
document.querySelector("#time-zone").value = Intl.DateTimeFormat().resolvedOptions().timeZone;

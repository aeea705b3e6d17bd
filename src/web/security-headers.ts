import type { MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";

const hstsSeconds = 180 * 24 * 3600;

export function securityHeaders(publicOrigin: string): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", "data:"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
    },
    // Not no-referrer, Hono's default: with it a form posts "Origin: null" and the cross-site check cannot tell.
    referrerPolicy: "same-origin",
    xFrameOptions: "DENY",
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [], browsingTopics: [] },
    // Plain http has no use for it, and a laptop's localhost must not be locked to https for half a year.
    strictTransportSecurity: publicOrigin.startsWith("https:") && `max-age=${hstsSeconds}`,
  });
}

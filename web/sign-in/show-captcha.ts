/** Shows a captcha in `place` and resolves to its token; rejects on failure. */
export type ShowCaptcha = (
  place: HTMLElement,
  options: { siteKey: string | undefined; challenge: unknown },
) => Promise<string>

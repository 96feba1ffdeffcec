/** Shows a captcha in `place` and answers the token of the person who passed it; throws where there is none. */
export type ShowCaptcha = (
  place: HTMLElement,
  given: { siteKey: string | undefined; challenge: unknown },
) => Promise<string>

/** Whether this browser can create and use passkeys. */
export const supportsPasskeys = (): boolean => 'PublicKeyCredential' in window

/** Whether this browser can offer passkeys among the suggestions of a field. */
export const supportsPasskeyAutofill = async (): Promise<boolean> =>
  supportsPasskeys() &&
  'isConditionalMediationAvailable' in PublicKeyCredential &&
  PublicKeyCredential.isConditionalMediationAvailable()

/** Whether this browser can create and use passkeys. */
export const supportsPasskeys = (): boolean => 'PublicKeyCredential' in window

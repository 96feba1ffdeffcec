const { warn } = console
// When loaded, oidc-provider warns about every Node version that is not LTS, even newer ones than it requires.
console.warn = () => undefined
export const { Provider, errors } = await import('oidc-provider').finally(() => {
  console.warn = warn
})

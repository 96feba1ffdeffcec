const { warn } = console
// oidc-provider warns when it is loaded on a Node version that is not LTS, even if the version is newer than required.
console.warn = () => undefined
export const { Provider, errors } = await import('oidc-provider').finally(() => {
  console.warn = warn
})

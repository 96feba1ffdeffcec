const { warn } = console
// As it loads, oidc-provider warns of any Node that isn't labelled LTS, also of one newer than it asks for.
console.warn = () => undefined
export const { Provider, errors } = await import('oidc-provider').finally(() => {
  console.warn = warn
})

// oidc-provider's entry file prints a warning on Node 20, where all that we use of it runs (the suite shows it). Its
// parts are loaded past that file; the types are the entry's.
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider'
}
declare module 'oidc-provider/lib/helpers/errors.js' {
  import { errors } from 'oidc-provider'
  export const InvalidGrant: typeof errors.InvalidGrant
  export const InvalidRequest: typeof errors.InvalidRequest
  export const InvalidTarget: typeof errors.InvalidTarget
  export const InvalidClientMetadata: typeof errors.InvalidClientMetadata
}
declare module 'oidc-provider/lib/helpers/interaction_policy/index.js' {
  import { interactionPolicy } from 'oidc-provider'
  export const base: typeof interactionPolicy.base
  export const Check: typeof interactionPolicy.Check
}

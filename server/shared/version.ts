import manifest from '../../package.json' with { type: 'json' }

/** Version of the product by Semantic Versioning, the newest release of CHANGELOG.md. */
export const { version } = manifest

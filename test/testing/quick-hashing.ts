import { setHashCost } from '../../server/secrets/password-hash.ts'

// Runs before each file of server tests (vitest.config.ts): passwords are hashed in microseconds instead of 30 ms. Tests
// of hashing itself call `setHashCost()` at the top of their file, which restores the product's cost.
setHashCost({ memory: 8, passes: 1, parallelism: 1 })

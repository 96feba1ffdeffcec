import { enableCompileCache } from 'node:module'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { productFolder } from './shared/product-folder.ts'

// Before anything runs on them: a thread for each core is all that hashing can use, and each one that has ever hashed
// keeps 20 MB.
process.env.UV_THREADPOOL_SIZE ??= String(Math.max(2, availableParallelism()))
// The next start finds itself compiled, also where no `NODE_COMPILE_CACHE` says so (scripts/server-environment.json). By
// itself Node would keep it in a folder of all users, and run what any of them put there.
enableCompileCache(join(productFolder, 'node_modules/.cache/compiled'))
// What remembers many sessions is mostly old and stays: by default V8 lets as much garbage again gather, and more.
setFlagsFromString('--heap-growing-percent=20')
// Hardly anything of a request outlives it: to hand out the search for that costs more than to do it.
setFlagsFromString('--no-parallel-scavenge')
await import('./start.ts')

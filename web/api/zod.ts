import { config } from 'zod/v4'

/**
 * What the portal's pages get for 'zod' (vite.config.ts), so that this comes before the first shape, in whichever file
 * that lies: zod compiles shapes at run time, the content security policy lets nothing do so, and the browser reports
 * each try.
 */
config({ jitless: true })

export * from 'zod/v4'

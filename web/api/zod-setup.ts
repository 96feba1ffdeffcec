import { config } from 'zod'

// The content security policy lets nothing be compiled at run time: without this, zod tries, and the browser reports it.
config({ jitless: true })

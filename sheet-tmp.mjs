import { chromium } from '@playwright/test'
import { readdirSync, readFileSync } from 'node:fs'
import { findBrowser } from './e2e/browser.ts'
const [dir, filter, out] = process.argv.slice(2)
const b = await chromium.launch(findBrowser())
const p = await b.newPage({ viewport: { width: 2000, height: 1000 } })
const imgs = readdirSync(dir)
  .filter((f) => f.endsWith('.png') && f.includes(filter))
  .map(
    (f) =>
      `<img height=480 src="data:image/png;base64,${readFileSync(dir + '/' + f).toString('base64')}">`,
  )
await p.setContent(
  `<body style="margin:4px;display:flex;flex-wrap:wrap;gap:4px;background:#f0f">${imgs.join('')}`,
)
await p.waitForTimeout(500)
await p.screenshot({ path: out, fullPage: true })
await b.close()

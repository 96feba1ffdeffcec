import { expect, it } from 'vitest'
import { readUserAgent } from './user-agent.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)'

it.each([
  [`${windows.slice(0, -1)}; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox no Windows'],
  [`${windows} ${webkit} Chrome/138.0.0.0 Safari/537.36`, 'Chrome no Windows'],
  [`${windows} ${webkit} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0`, 'Edge no Windows'],
  [`${windows} ${webkit} Chrome/138.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'Opera no Windows'],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/138.0.0.0 Safari/537.36`,
    'Chrome no Linux',
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/138.0.0.0 Safari/537.36`,
    'Chrome no ChromeOS',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/138.0.0.0 Mobile Safari/537.36`,
    'Chrome no Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet no Android',
  ],
  [
    `${iphone} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
    'Safari no iPhone',
  ],
  [
    `${iphone} AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/138.0.7204.53 Mobile/15E148 Safari/604.1`,
    'Chrome no iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari no macOS',
  ],
  ['Mozilla/5.0 (compatible; Linux) Something/1.0', 'Outro navegador no Linux'],
  ['curl/8.9.1', 'Dispositivo não identificado'],
  ['', 'Dispositivo não identificado'],
])('reads %s as %s', (userAgent, name) => {
  expect(readUserAgent(userAgent)).toBe(name)
})

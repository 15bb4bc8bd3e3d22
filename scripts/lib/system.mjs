/**
 * What the tests need from the machine besides Node: a browser, fonts, and a compiler if a package has no ready-made
 * binary. On Debian, root gets it installed; other users are told in one sentence what to install.
 */
import fs from 'node:fs'
import path from 'node:path'
import { findTestBrowser, headlessShell, isChosen } from './chromium.mjs'
import { backupLibrary, root, run, say } from './steps.mjs'

/**
 * Debian packages that the tests need, and how to check for them. A font package is recognised by a file that only this
 * package contains: several packages share a folder, and a page in another font has other widths.
 */
const testPackages = [
  { name: 'chromium', present: () => findTestBrowser() !== null },
  { name: 'fontconfig', present: () => fs.existsSync('/usr/bin/fc-list') },
  { name: 'fonts-dejavu-core', present: () => fs.existsSync('/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf') },
  {
    name: 'fonts-noto-core',
    present: () => fs.existsSync('/usr/share/fonts/truetype/noto/NotoSansArabic-Regular.ttf'),
  },
]
/** Needed to compile a package if its ready-made binary can't be fetched. */
const compilers = [
  { name: 'build-essential', present: () => fs.existsSync('/usr/bin/g++') && fs.existsSync('/usr/bin/make') },
  { name: 'python3', present: () => fs.existsSync('/usr/bin/python3') },
]

const isDebian = () => fs.existsSync('/etc/debian_version') && fs.existsSync('/usr/bin/apt-get')
const findMissing = (withCompilers) =>
  [...testPackages, ...(withCompilers && !fs.existsSync(path.join(root, backupLibrary)) ? compilers : [])]
    .filter((one) => !one.present())
    .map((one) => one.name)

const aptGet = (...args) =>
  run('apt-get', args, { quiet: true, label: `apt-get ${args[0]}`, env: { DEBIAN_FRONTEND: 'noninteractive' } })
/**
 * The headless shell is quicker than the browser but optional: releases without it, and machines without a network, use
 * what they have.
 */
const installHeadlessShell = async () => {
  if (isChosen() || fs.existsSync(headlessShell)) return
  say('installing chromium-headless-shell, in which the browser tests take less time')
  try {
    await aptGet('update', '-qq')
    await aptGet('install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell')
  } catch {
    say('it can’t be installed here: the browser tests run in Chromium')
  }
}

/**
 * Installs what is missing, or throws a sentence that names it. Only tests of backups, which the gate leaves out, need
 * a compiler.
 */
export const installSystemPackages = async ({ withCompilers }) => {
  const byRoot = isDebian() && process.getuid?.() === 0
  if (byRoot) await installHeadlessShell()
  const names = findMissing(withCompilers)
  if (names.length === 0) return
  if (byRoot) {
    say(`installing system packages: ${names.join(' ')}`)
    await aptGet('update', '-qq')
    await aptGet('install', '-y', '-qq', '--no-install-recommends', ...names)
    const still = findMissing(withCompilers)
    if (still.length > 0) throw new Error(`apt-get ended, but these are still missing: ${still.join(' ')}`)
    return
  }
  if (isDebian())
    throw new Error(
      `The tests need packages that are missing. Install them and run the tests again: sudo apt-get install ${names.join(' ')}`,
    )
  if (names.includes('chromium'))
    throw new Error(
      'The browser tests need Chromium or Chrome. Install it, or set CHROMIUM to its path, and run the tests again.',
    )
}

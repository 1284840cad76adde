#!/usr/bin/env node
/**
 * npm run almanac -- …, and kubectl almanac …: the program on the command line (`cli`), in one file that is made of it first. An image
 * holds that file and nothing that makes it: tools/standalone.mjs.
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundleCli } from './bundle-cli.mjs'
import { root } from './root.mjs'

// npm runs its scripts in the project's folder; paths and revisions are those of where it was called.
if (process.env.npm_lifecycle_event === 'almanac' && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD)
const file = join(root, '.cache', 'almanac.mjs')
mkdirSync(join(root, '.cache'), { recursive: true })
// Another one may read it meanwhile.
const draft = `${file}.${process.pid}`
writeFileSync(draft, await bundleCli())
renameSync(draft, file)
await import(pathToFileURL(file).href)

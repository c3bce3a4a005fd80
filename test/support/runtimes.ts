/** Programs in other languages: which of them this machine can run, and starting one. It needs no vitest. */

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { freePort, isListening } from './http.ts'

/** Where Debian has Jackson for Java: a class path. */
const JACKSON = ['annotations', 'core', 'databind']
  .map(name => `/usr/share/java/jackson-${name}.jar`)
  .join(':')

/** Where Debian has JUnit 5, and what it needs. */
const JUNIT = [
  ...['junit-jupiter-api', 'junit-jupiter-engine', 'junit-platform-commons', 'junit-platform-console'],
  ...['junit-platform-engine', 'junit-platform-launcher', 'junit-platform-reporting'],
  ...[
    'apiguardian-api',
    'opentest4j',
    'opentest4j-reporting-events',
    'opentest4j-reporting-schema',
    'picocli',
  ],
]
  .map(name => `/usr/share/java/${name}.jar`)
  .join(':')

/** What tests of Java are compiled and run with: a class path. */
export const JUNIT_PATH = `${JUNIT}:${JACKSON}`

/** A command that is tried first, and what the packages of Debian for it are called. */
const PROBES = {
  node: { try: [[process.execPath, '--version']], packages: '' },
  python: {
    // Another Python may come before Debian's, without its packages.
    try: ['python3', '/usr/bin/python3'].map(python => [python, '-c', 'import flask, django']),
    packages: 'python3-flask and python3-django',
  },
  php: {
    try: [['php', '-r', "exit(in_array('sqlite', PDO::getAvailableDrivers()) ? 0 : 1);"]],
    packages: 'php-cli and php-sqlite3',
  },
  go: { try: [['go', 'version']], packages: 'golang-go' },
  ruby: {
    try: [
      ['ruby', ...['active_support', 'sinatra/base', 'sqlite3', 'webrick'].map(name => `-r${name}`), '-e0'],
    ],
    packages: 'ruby-activesupport, ruby-sinatra, ruby-sqlite3 and ruby-webrick',
  },
  pytest: {
    try: ['python3', '/usr/bin/python3'].map(python => [python, '-c', 'import flask, pytest, xdist']),
    packages: 'python3-flask, python3-pytest and python3-pytest-xdist',
  },
  phpunit: { try: [['phpunit', '--version']], packages: 'phpunit' },
  java: {
    // The compiler's package has it. It fails if the class isn't there.
    try: [['javap', '-cp', JACKSON, 'com.fasterxml.jackson.databind.ObjectMapper']],
    packages: 'default-jdk-headless and libjackson2-databind-java',
  },
  junit: {
    try: [
      [
        'javap',
        '-cp',
        JUNIT_PATH,
        'org.junit.platform.console.ConsoleLauncher',
        'org.junit.jupiter.api.Test',
      ],
    ],
    packages: 'default-jdk-headless, junit5 and libjackson2-databind-java',
  },
} as const satisfies Record<string, { try: readonly (readonly string[])[]; packages: string }>

export type Runtime = keyof typeof PROBES
export type Language = Exclude<Runtime, 'pytest' | 'phpunit' | 'junit'>

const found = new Map<Runtime, string | null>()

/** The program that runs a language or its tests; null if it or one of its libraries is missing. */
export function programOf(language: Runtime): string | null {
  if (!found.has(language)) {
    const works = ([program, ...args]: readonly string[]) =>
      spawnSync(program!, args, { stdio: 'ignore' }).status === 0
    found.set(language, PROBES[language].try.find(works)?.[0] ?? null)
  }
  return found.get(language)!
}

/** The packages that a language lacks here; null if it has them. */
export function missingFor(language: Runtime): string | null {
  return programOf(language) === null ? PROBES[language].packages : null
}

/** The command that runs a program to its end, in its folder; a test for Go. */
export function commandFor(language: Language, file: string): string[] {
  if (language === 'java') return ['java', '-cp', JACKSON, file]
  const program = programOf(language)!
  return language === 'go' ? [program, 'test', '.'] : [program, file]
}

export interface Program {
  /** `http://127.0.0.1:PORT` */
  address: string
  /** In which it runs. */
  folder: string
  stop(): Promise<void>
}

/**
 * Starts a program that listens on the port in its environment's PORT, in a folder of its own. Go is compiled first.
 *
 * @param file may be a name in that folder, in which `prepare` has written it
 */
export async function startProgram(
  language: Language,
  file: string,
  env: Record<string, string>,
  prepare: (folder: string) => void = () => {},
): Promise<Program> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'pixctl-program-'))
  prepare(folder)
  const serving = language === 'php' ? ['-S', `127.0.0.1:${port}`] : []
  const [program, ...rest] = commandOf(language, folder, file) as [string, ...string[]]
  const child = spawn(program, [...serving, ...rest], {
    cwd: folder,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', chunk => {
      output += chunk
    })
  }
  const stop = async () => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
    rmSync(folder, { recursive: true })
  }
  for (let tries = 0; !(await isListening(port)); tries++) {
    if (child.exitCode !== null || tries > 400) {
      await stop()
      throw new Error(`${file} didn't start: ${output}`)
    }
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return { address: `http://127.0.0.1:${port}`, folder, stop }
}

/** What a program prints that gets `input` on stdin. */
export function outputOf(language: Language, file: string, input: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'pixctl-program-'))
  try {
    const [program, ...args] = commandOf(language, folder, file) as [string, ...string[]]
    const { status, stdout, stderr } = spawnSync(program, args, { input, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${file} failed: ${stderr}`)
    return stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What runs a program of a folder. Go and Java are compiled first, with the files that belong to it. */
export function commandOf(language: Language, folder: string, file: string, ...others: string[]): string[] {
  const program = programOf(language)!
  const compile = (compiler: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(compiler, [...args, file, ...others], {
      cwd: folder,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stderr)
  }
  if (language === 'go') {
    const built = join(folder, 'program')
    compile(program, 'build', '-o', built)
    return [built]
  }
  if (language === 'java') {
    compile('javac', '-cp', JACKSON, '-d', folder)
    return ['java', '-XX:TieredStopAtLevel=1', '-cp', `${folder}:${JACKSON}`, basename(file, '.java')]
  }
  return [program, file]
}

/**
 * What a compose file does, as lines for bash: `node compose.ts FILE`. The functions that they call are those of
 * .ci/containers.sh: `build IMAGE FOLDER`, `network NAME FLAG…`, `start NAME ARGUMENT…` with the arguments of `podman run`,
 * `finish NAME ARGUMENT…` for what has to end before others start, and `healthy NAME WORD…` with the command of a health
 * check, or none for that of the image. A member that isn't known here is an error, so nothing is left out in silence.
 */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parse } from 'yaml'

interface Service {
  image?: string
  build?: { context: string }
  command?: string[]
  environment?: Record<string, string>
  networks?: Record<string, { ipv4_address?: string }>
  healthcheck?: { test?: string[]; disable?: boolean }
  depends_on?: Record<string, { condition: string }>
  [member: string]: unknown
}
interface Compose {
  name: string
  services: Record<string, Service>
  networks?: Record<string, { ipam?: { config: { subnet: string }[] }; [member: string]: unknown }>
  volumes?: Record<string, object>
  secrets?: Record<string, { file: string }>
}

const file = process.argv[2]!
const compose: Compose = parse(readFileSync(file, 'utf8'), { merge: true })
const folder = dirname(resolve(file))
/** A path of the file, or the name of a volume. */
const place = (path: string) => (path.startsWith('.') ? resolve(folder, path) : path)
const each = (flag: string, values: unknown) => (values as string[]).flatMap(value => [flag, value])

/** The flags of `podman run` for each member. */
const FLAGS: Record<string, (value: never) => string[]> = {
  user: (user: string) => ['--user', user],
  init: (isOn: boolean) => [`--init=${isOn}`],
  read_only: (isOn: boolean) => [`--read-only=${isOn}`],
  tmpfs: paths => each('--tmpfs', paths),
  cap_drop: names => each('--cap-drop', names),
  security_opt: options => each('--security-opt', options),
  restart: (policy: string) => ['--restart', policy],
  stop_grace_period: (time: string) => ['--stop-timeout', String(Number.parseInt(time, 10))],
  environment: (variables: Record<string, string>) =>
    Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
  ports: ports => each('--publish', ports),
  volumes: (volumes: string[]) => each('--volume', volumes.map(place)),
  secrets: (names: string[]) =>
    names.flatMap(name => ['--volume', `${place(compose.secrets![name]!.file)}:/run/secrets/${name}:ro`]),
}
/** Said in another place, or not tried: which container is healthy, and where the logs go. */
const WITHOUT_FLAGS = ['image', 'build', 'command', 'networks', 'depends_on', 'healthcheck', 'logging']

const imageOf = (name: string, { image }: Service) => image ?? `${compose.name}-${name}`
/** As compose does. In podman, `default` would be another network, without names. */
const networkOf = (name: string) => `${compose.name}_${name}`
const print = (...words: string[]) =>
  console.log(words.map(word => `'${word.replaceAll("'", "'\\''")}'`).join(' '))

function argumentsOf(name: string, service: Service): string[] {
  const flags = Object.entries(service).flatMap(([member, value]) => {
    const flagsOf = FLAGS[member]
    if (flagsOf) return flagsOf(value as never)
    if (WITHOUT_FLAGS.includes(member)) return []
    throw new Error(`${file}: it isn't known how to try ${member} of ${name}`)
  })
  const networks = Object.entries(service.networks ?? { default: {} }).flatMap(([network, settings]) => {
    const address = settings?.ipv4_address
    return ['--network', networkOf(network) + (address === undefined ? '' : `:ip=${address}`)]
  })
  return [...flags, ...networks, imageOf(name, service), ...(service.command ?? [])]
}

/** The services, each after those that it needs. */
function inOrder(): [string, Service][] {
  const order = new Map<string, Service>()
  const add = (name: string) => {
    const service = compose.services[name]!
    for (const needed of Object.keys(service.depends_on ?? {})) add(needed)
    order.set(name, order.get(name) ?? service)
  }
  for (const name of Object.keys(compose.services)) add(name)
  return [...order]
}

for (const [name, settings] of Object.entries(compose.networks ?? { default: {} })) {
  const subnets = (settings?.ipam?.config ?? []).map(({ subnet }) => subnet)
  print('network', networkOf(name), ...each('--subnet', subnets))
}
for (const [name, service] of Object.entries(compose.services)) {
  if (service.build) print('build', imageOf(name, service), place(service.build.context))
}
const conditions = (name: string) =>
  Object.values(compose.services).map(({ depends_on: needed }) => needed?.[name]?.condition)
for (const [name, service] of inOrder()) {
  const isToEnd = conditions(name).includes('service_completed_successfully')
  print(isToEnd ? 'finish' : 'start', name, ...argumentsOf(name, service))
  const [, ...check] = service.healthcheck?.test ?? []
  if (check.length > 0 || conditions(name).includes('service_healthy')) print('healthy', name, ...check)
}

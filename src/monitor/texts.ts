import { both } from '#lib/language.ts'

// The pages of the monitor are for programs, and stay English.
export const texts = {
  monitor: both(
    'serve /healthz, /readyz and /metrics there, on this machine if no host is given',
    'publica /healthz, /readyz e /metrics nesse endereço; sem host, só neste computador',
  ),
  somePort: both('a port, or a host and a port', 'uma porta, ou um host e uma porta'),
  examples: both(
    '--monitor 9464, --monitor 0.0.0.0:9464 or --monitor [::1]:9464',
    '--monitor 9464, --monitor 0.0.0.0:9464 ou --monitor [::1]:9464',
  ),
  monitorAt: both(
    (url: string) => `monitor at ${url}`,
    url => `monitor em ${url}`,
  ),
  answersAnyone: both(
    (host: string) => `other machines can reach ${host}: the monitor answers anyone there`,
    host => `outros computadores podem acessar ${host}: o monitor responde a qualquer um deles`,
  ),
}

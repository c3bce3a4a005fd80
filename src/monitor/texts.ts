import { both } from '#lib/language.ts'

// The pages of the monitor are for programs, and stay English.
export const texts = {
  monitorAt: both(
    (url: string) => `monitor at ${url}`,
    url => `monitor em ${url}`,
  ),
  answersAnyone: both(
    (host: string) => `other machines can reach ${host}: the monitor answers anyone there`,
    host => `outros computadores podem acessar ${host}: o monitor responde a qualquer um deles`,
  ),
}

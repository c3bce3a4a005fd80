import { both } from '#lib/language.ts'

export const texts = {
  // The pages of the monitor are for programs, and stay English.
  monitorAt: both('monitor at {url}', 'monitor em {url}'),
  answersAnyone: both('other machines can reach {host}: the monitor answers anyone there', 'outros computadores podem acessar {host}: o monitor responde a qualquer um deles'),
}

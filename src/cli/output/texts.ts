import { both } from '../../shared/language.ts'

export const texts = {
  error: both('error:', 'erro:'),
  warning: both('warning:', 'aviso:'),
}

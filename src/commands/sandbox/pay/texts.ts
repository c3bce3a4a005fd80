import { both } from '#lib/language.ts'

export const texts = {
  summary: both('pay a charge, as the customer would', 'paga uma cobrança, como faria o cliente'),
  description: both(
    'A charge that is already PAID stays as it is. An EXPIRED charge is paid late. A FAILED charge is a conflict: exit 6.',
    'Uma cobrança já PAID fica como está. Uma EXPIRED é paga com atraso. Uma FAILED é um conflito: código de saída 6.',
  ),
}

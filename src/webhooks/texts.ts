import { both } from '#lib/language.ts'

export const texts = {
  /** `place` is where they come from: a variable, a file, or a profile. */
  signingSecrets: both(
    (count: number, place: string) =>
      `${count === 1 ? 'the signing secret' : `the ${count} signing secrets`} of ${place}`,
    (count, place) =>
      `${count === 1 ? 'o segredo de assinatura' : `os ${count} segredos de assinatura`} (${place})`,
  ),
  endpointSecret: both('the secret of endpoint {id} ({url})', 'o segredo do endpoint {id} ({url})'),
  firstSecret: both(
    (count: number, place: string) =>
      `${count === 1 ? 'the secret' : `the first of ${count} secrets`} of ${place}`,
    (count, place) => `${count === 1 ? 'o segredo' : `o primeiro de ${count} segredos`} (${place})`,
  ),
}

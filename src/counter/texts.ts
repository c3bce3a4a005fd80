import { both } from '#lib/language.ts'

/** What a person reads when the page of the counter can't be served. */
export const texts = {
  needsTls: both('the page shows what customers pay: to other machines it is served by HTTPS only', 'a página mostra o que os clientes pagam: para outras máquinas, só por HTTPS'),
  giveTls: both('give --tls-cert and --tls-key, or leave --host out', 'passe --tls-cert e --tls-key, ou deixe --host de fora'),
  notShown: both('This can not be shown', 'Não dá para mostrar isto'),
  noName: both('the certificate of --tls-cert has no name that a browser could ask for', 'o certificado de --tls-cert não tem um nome que o navegador possa pedir'),
  giveName: both('use a certificate that has the name or address of this machine', 'use um certificado com o nome ou o endereço desta máquina'),
}

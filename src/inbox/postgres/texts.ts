import { both } from '#lib/language.ts'

export const texts = {
  savesNothing: both(
    'the inbox has not saved for {seconds} s what it was given',
    'há {seconds} s a caixa de entrada não salva o que recebeu',
  ),
  noSchema: both(
    "the database has no inbox: the schema pixctl isn't there",
    'o banco não tem caixa de entrada: falta o esquema pixctl',
  ),
  olderSchema: both(
    'the inbox in the database was made by an older pixctl',
    'a caixa de entrada do banco foi criada por uma versão mais antiga do pixctl',
  ),
  newerSchema: both(
    'the inbox in the database was made by a newer pixctl',
    'a caixa de entrada do banco foi criada por uma versão mais nova do pixctl',
  ),
  otherBuild: both(
    'the inbox in the database was made by another build of pixctl, with the same version {version}',
    'a caixa de entrada do banco foi criada por outra compilação do pixctl, com a mesma versão {version}',
  ),
  keepOrDrop: both(
    'use it with the build that made it, or give that schema another name (ALTER SCHEMA pixctl RENAME TO …) and make a new one: pixctl inbox init',
    'use-a com a compilação que a criou, ou dê outro nome a esse esquema (ALTER SCHEMA pixctl RENAME TO …) e crie um novo: pixctl inbox init',
  ),
  toMakeIt: both('to make it', 'para criar'),
  toUpdateIt: both('to bring it up to date', 'para atualizar'),
  missingRights: both(
    (user: string, names: string, more: number) =>
      `the user ${user} has not all rights on ${names}${more > 0 ? ` and ${more} more` : ''}`,
    (user, names, more) =>
      `o usuário ${user} não tem todas as permissões em ${names}${more > 0 ? ` e mais ${more}` : ''}`,
  ),
  belongsToOther: both(
    'the schema pixctl belongs to the user {owner}, and {user} may not change it',
    'o esquema pixctl pertence ao usuário {owner}, e {user} não pode alterá-lo',
  ),
  runAs: both('run it as {user}', 'execute como {user}'),
  mayNotMake: both(
    'the user {user} may not make a schema in the database {database}',
    'o usuário {user} não pode criar um esquema no banco {database}',
  ),
  asDatabaseOwner: both(
    'run it as the owner of the database, or let that one run this, with psql:',
    'execute como o dono do banco, ou peça a ele que execute isto no psql:',
  ),
  toGrant: both(
    'to let {user} use it, run this as {owner}, with psql:',
    'para que {user} possa usar, execute isto no psql como {owner}:',
  ),
  badPgPort: both(
    'PGPORT is not a number from 1 to 65535, or not one for each host',
    'PGPORT não é um número de 1 a 65535, ou não um para cada host',
  ),
  correctOrUnset: both('correct it, or unset it', 'corrija ou remova essa variável'),
  noUser: both('the address of the inbox has no user', 'o endereço da caixa de entrada não tem usuário'),
  away: both(
    "the inbox {inbox} can't be reached: {why}",
    'não foi possível acessar a caixa de entrada {inbox}: {why}',
  ),
  checkRuns: both(
    'check that PostgreSQL runs there, and that this machine may connect to it',
    'confira se o PostgreSQL está em execução nesse endereço e se este computador pode conectar',
  ),
  runAgain: both('then run it again', 'depois execute de novo'),
  onlyRead: both('it can only be read at the moment', 'no momento só aceita leitura'),
  tooManyConnections: both('it has too many connections', 'está com conexões demais'),
  wasClosed: both('it was closed', 'foi fechada'),
  silent: both("it doesn't answer", 'não responde'),
  cut: both('the connection was cut', 'a conexão caiu'),
  refusedConnection: both('it refused the connection', 'a conexão foi recusada'),
  noSocket: both('there is no socket in that folder', 'não há um socket nessa pasta'),
  refusedPassword: both(
    '{inbox} refused the password of the user {user}',
    '{inbox} recusou a senha do usuário {user}',
  ),
  refusedUser: both('{inbox} refused the user {user}: {why}', '{inbox} recusou o usuário {user}: {why}'),
  passwordPlaces: both(
    'give the password in PGPASSWORD, or in ~/.pgpass or the file that PGPASSFILE names',
    'informe a senha em PGPASSWORD, em ~/.pgpass ou no arquivo indicado por PGPASSFILE',
  ),
  orStoreWithIt: both('or store an address with it', 'ou guarde um endereço com a senha'),
  checkUser: both(
    'check the user, and what pg_hba.conf of that server allows',
    'confira o usuário e o que o pg_hba.conf desse servidor permite',
  ),
  noDatabase: both(
    'there is no database "{database}" at {inbox}',
    'o banco "{database}" não existe em {inbox}',
  ),
  makeDatabase: both(
    'check the address, or make it: {command}',
    'confira o endereço, ou crie o banco: {command}',
  ),
  mayNotUse: both(
    'the user {user} may not use the inbox {inbox}: {why}',
    'o usuário {user} não pode usar a caixa de entrada {inbox}: {why}',
  ),
  lostSchema: both(
    "the inbox {inbox} can't be used: its schema pixctl is not there: {why}",
    'não é possível usar a caixa de entrada {inbox}: falta o esquema pixctl: {why}',
  ),
  putSchemaBack: both(
    'give the schema its name back, or restore it from a backup',
    'devolva o nome ao esquema, ou restaure-o de um backup',
  ),
  numbersBehind: both(
    'the sequence pixctl.arrivals is behind the tables, as after a copy of them without it: new deliveries would get numbers that are used already, so none is kept',
    'a sequência pixctl.arrivals está atrás das tabelas, como depois de uma cópia delas sem a sequência: entregas novas receberiam números já usados, por isso nenhuma é salva',
  ),
  toSetNumbers: both('to set it right', 'para corrigir'),
  toMakeEmpty: both('or, to make an empty one', 'ou, para criar um vazio'),
  seeRights: both('to see which rights are missing', 'para ver quais permissões faltam'),
  notSecure: both(
    'the connection to the inbox {inbox} is not secure: {why}',
    'a conexão com a caixa de entrada {inbox} não é segura: {why}',
  ),
  noTls: both('the server has no TLS', 'o servidor não tem TLS'),
  turnTlsOn: both(
    'turn ssl on in its postgresql.conf; for a network that only you use, sslmode=disable',
    'ative ssl no postgresql.conf dele; em uma rede que só você usa, sslmode=disable',
  ),
  otherHost: both('its certificate is for another host', 'o certificado dele é de outro host'),
  nameInCertificate: both(
    'connect by a name that is in the certificate',
    'conecte por um nome que está no certificado',
  ),
  notValidNow: both(
    'its certificate is not valid now ({code})',
    'o certificado dele está fora da validade ({code})',
  ),
  notAccepted: both(
    'its certificate was not accepted ({code})',
    'o certificado dele não foi aceito ({code})',
  ),
  nameAuthority: both(
    'name the PEM file of its authority with sslrootcert in the address, or in PGSSLROOTCERT',
    'indique o arquivo PEM da autoridade dele com sslrootcert no endereço, ou em PGSSLROOTCERT',
  ),
  tlsFailed: both('TLS failed ({code})', 'o TLS falhou ({code})'),
  checkClientCertificate: both(
    'check sslcert and sslkey, and the log of the server',
    'confira sslcert e sslkey, e o log do servidor',
  ),
  asksForPassword: both(
    '{inbox} asks for the password of the user {user}',
    '{inbox} pede a senha do usuário {user}',
  ),
  asksInClear: both(
    '{inbox} asks for the password in clear text, without a verified certificate',
    '{inbox} pede a senha em texto puro, sem um certificado verificado',
  ),
  askWithScram: both(
    'let pg_hba.conf of that server ask with scram-sha-256, or use sslmode=verify-full',
    'configure o pg_hba.conf desse servidor para pedir com scram-sha-256, ou use sslmode=verify-full',
  ),
  notBound: both(
    '{inbox} did not prove with channel binding that nobody is in between',
    '{inbox} não provou com channel binding que não há ninguém no meio',
  ),
  bindOrVerify: both(
    'use the address of the server itself, with scram-sha-256 and TLS; or channel_binding=prefer with sslmode=verify-full',
    'use o endereço do próprio servidor, com scram-sha-256 e TLS; ou channel_binding=prefer com sslmode=verify-full',
  ),
  isReplica: both(
    "{inbox} is a read-only replica, which can't keep deliveries",
    '{inbox} é uma réplica só de leitura, que não pode guardar entregas',
  ),
  givePrimary: both('give the address of its primary server', 'informe o endereço do servidor primário'),
  transactionMode: both(
    '{inbox} is behind a pooler in transaction mode (PgBouncer), where deliveries get lost',
    '{inbox} está atrás de um pooler em modo de transação (PgBouncer), onde entregas se perdem',
  ),
  sessionMode: both(
    'set the pooler to session mode (pool_mode=session in PgBouncer), or connect to PostgreSQL itself',
    'use o pooler em modo de sessão (pool_mode=session no PgBouncer), ou conecte direto ao PostgreSQL',
  ),
  poolTooSmall: both('its pooler has no other connection free', 'o pooler dela não tem outra conexão livre'),
  enlargePool: both(
    'let the pool have 9 connections for each pixctl that runs (default_pool_size in PgBouncer)',
    'deixe o pool ter 9 conexões para cada pixctl em execução (default_pool_size no PgBouncer)',
  ),
  tooOld: both(
    '{inbox} is PostgreSQL {version}, and pixctl needs 14 or newer',
    '{inbox} é PostgreSQL {version}, e o pixctl precisa do 14 ou mais novo',
  ),
  updateServer: both('update that server', 'atualize esse servidor'),
  diskFull: both('the disk of the inbox {inbox} is full', 'o disco da caixa de entrada {inbox} está cheio'),
  freeSpaceThere: both('free some space on its server', 'libere espaço no servidor dela'),
  sendsTooMuch: both('it sends too much', 'envia dados demais'),
  unusable: both(
    "the inbox {inbox} can't be used: {why}",
    'não é possível usar a caixa de entrada {inbox}: {why}',
  ),
  checkListens: both(
    'check that a PostgreSQL server listens there',
    'confira se há um servidor PostgreSQL escutando nesse endereço',
  ),
  passFileMissing: both(
    '{path}, which PGPASSFILE names, is not there',
    '{path}, indicado por PGPASSFILE, não existe',
  ),
  passNotFile: both(
    '{path} is not a file, so no password is read from it',
    '{path} não é um arquivo, por isso nenhuma senha é lida dele',
  ),
  passOpen: both(
    '{path} can be read or changed by others, so no password is read from it: chmod 600 it',
    '{path} pode ser lido ou alterado por outros usuários, por isso nenhuma senha é lida dele: use chmod 600',
  ),
  passUnreadable: both('{path} could not be read', 'não foi possível ler {path}'),
  risk: both(
    'sslmode={mode}: {risk}; sslmode=verify-full, the default, prevents that',
    'sslmode={mode}: {risk}; sslmode=verify-full, o padrão, evita isso',
  ),
  crossUnencrypted: both(
    'deliveries cross the network unencrypted',
    'as entregas passam pela rede sem criptografia',
  ),
  mayCrossUnencrypted: both(
    'deliveries may cross the network unencrypted',
    'as entregas podem passar pela rede sem criptografia',
  ),
  otherCouldPose: both('another server could pose as this one', 'outro servidor poderia se passar por este'),
  sameAuthorityCouldPose: both(
    'another server of the same authority could pose as this one',
    'outro servidor da mesma autoridade poderia se passar por este',
  ),
  verifyCaNeeds: both(
    'sslmode=verify-ca needs the certificate of your own authority',
    'sslmode=verify-ca precisa do certificado da sua própria autoridade',
  ),
  nameRoot: both(
    'name its file with sslrootcert, or use sslmode=verify-full',
    'indique o arquivo dele com sslrootcert, ou use sslmode=verify-full',
  ),
  revokedNotUsed: both(
    "{path} is not used: pixctl can't read a list of revoked certificates",
    '{path} não é usado: o pixctl não lê listas de certificados revogados',
  ),
  unknownMode: both('sslmode has an unknown value', 'sslmode tem um valor desconhecido'),
  useOneOf: both('use one of {values}', 'use um destes: {values}'),
  openKey: both(
    '{path} is a private key, and others can read it',
    '{path} é uma chave privada, e outros usuários podem ler',
  ),
  chmodKey: both('chmod 600 it', 'use chmod 600 nela'),
  unreadable: both(
    '{path}, the file of {parameter}, could not be read ({why})',
    'não foi possível ler {path}, o arquivo de {parameter} ({why})',
  ),
  correctParameter: both(
    'correct {parameter}, or its variable {variable}',
    'corrija {parameter}, ou a variável {variable}',
  ),
  writeInAddress: both(
    'write what it means into the address of the inbox',
    'escreva o que ela significa no endereço da caixa de entrada',
  ),
  noRevoked: both(
    "pixctl can't read a list of revoked certificates",
    'o pixctl não lê listas de certificados revogados',
  ),
  alterRole: both(
    'give the user these settings: ALTER ROLE … SET …',
    'dê essas configurações ao usuário: ALTER ROLE … SET …',
  ),
  needsWriting: both(
    'deliveries need a server that can be written',
    'as entregas precisam de um servidor que aceite gravação',
  ),
  useRequire: both('use PGSSLMODE=require', 'use PGSSLMODE=require'),
  serverAsks: both(
    'let the server ask for it: ssl_min_protocol_version',
    'configure o servidor para exigir isso: ssl_min_protocol_version',
  ),
  variableSet: both(
    "{name} is set, and pixctl can't do what it says",
    '{name} está definida, e o pixctl não consegue fazer o que ela pede',
  ),
  unsetVariable: both(
    'unset it for pixctl, such as with env -u {name}',
    'remova a variável para o pixctl, por exemplo com env -u {name}',
  ),
}

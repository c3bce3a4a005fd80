# A receiver in Ruby that makes one mistake, by the path: ruby receiver.rb

require 'base64'
require 'json'
require 'openssl'
require 'rack'

SECRET = ENV.fetch('SECRET')
REST = SECRET.delete_prefix('whsec_')

def sign(text, key = SECRET)
  OpenSSL::HMAC.hexdigest('SHA256', key, text)
end

# The v1 that each of them expects.
EXPECTED = {
  '/json_generate' => ->(t, input) { sign("#{t}.#{JSON.generate(JSON.parse(input.read))}") },
  '/secret_prefix' => ->(t, input) { sign("#{t}.#{input.read}", REST) },
  '/secret_base64' => ->(t, input) { sign("#{t}.#{input.read}", Base64.decode64(REST)) },
  '/body_only' => ->(_t, input) { sign(input.read) }
}.freeze

app = lambda do |env|
  match = /\At=(\d+),v1=([0-9a-f]{64})\z/.match(env['HTTP_X_SERVICE_SIGNATURE'].to_s)
  return [401, {}, []] if match.nil?

  expected = EXPECTED.fetch(env['PATH_INFO']).call(match[1], env['rack.input'])
  valid = (Time.now.to_i - match[1].to_i).abs <= 300 && Rack::Utils.secure_compare(match[2], expected)
  # The answer is for test/vectors/record-mistakes.ts.
  [valid ? 200 : 401, {}, [expected]]
end

Rack::Handler.get('webrick').run(app, Host: '127.0.0.1', Port: ENV.fetch('PORT').to_i, AccessLog: [])

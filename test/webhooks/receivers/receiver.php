<?php
// A receiver in PHP that makes one mistake, by the path: php -S 127.0.0.1:PORT receiver.php

$secret = getenv('SECRET');
$rest = substr($secret, strlen('whsec_'));
$body = file_get_contents('php://input');

function sign(string $text, string $key): string
{
    return hash_hmac('sha256', $text, $key);
}

/** The JSON again, as json_encode writes it. */
function again(int $flags = 0): string
{
    global $body;
    return json_encode(json_decode($body, true), $flags);
}

// The v1 that each of them expects.
$expected = [
    '/json_encode' => fn ($t) => sign("$t." . again(), $secret),
    '/json_encode_slashes' => fn ($t) => sign("$t." . again(JSON_UNESCAPED_SLASHES), $secret),
    '/json_encode_unicode' => fn ($t) => sign("$t." . again(JSON_UNESCAPED_UNICODE), $secret),
    '/json_encode_both' => fn ($t) => sign("$t." . again(JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE), $secret),
    '/json_encode_object' => fn ($t) => sign("$t." . json_encode(json_decode($body)), $secret),
    '/secret_prefix' => fn ($t) => sign("$t.$body", $rest),
    '/secret_base64' => fn ($t) => sign("$t.$body", base64_decode($rest)),
    '/body_only' => fn ($t) => sign($body, $secret),
    '/secret_prefix+json_encode' => fn ($t) => sign("$t." . again(), $rest),
];

$header = $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '';
if (!preg_match('/^t=(\d+),v1=([0-9a-f]{64})$/D', $header, $match)) {
    http_response_code(401);
    exit;
}
[, $t, $v1] = $match;
$signature = $expected[$_SERVER['REQUEST_URI']]($t);
http_response_code(hash_equals($signature, $v1) && abs(time() - (int) $t) <= 300 ? 200 : 401);
// For test/vectors/record-mistakes.ts.
echo $signature;

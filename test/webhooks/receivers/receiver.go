// A receiver in Go that makes one mistake, by the path: go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// The envelope as docs/service.md, 2.6 has it.
type event struct {
	ID        string `json:"id"`
	Type      string `json:"type"`
	CreatedAt string `json:"createdAt"`
	StoreID   string `json:"storeId"`
	Data      struct {
		PaymentID       string  `json:"paymentId"`
		Source          string  `json:"source"`
		Status          string  `json:"status"`
		ID              string  `json:"id"`
		Amount          float64 `json:"amount"`
		RequestedAmount float64 `json:"requestedAmount"`
		Fee             float64 `json:"fee"`
		NetAmount       float64 `json:"netAmount"`
		Currency        string  `json:"currency"`
		Description     string  `json:"description"`
		PassFee         bool    `json:"passFee"`
		ValidityMinutes int     `json:"validityMinutes"`
		ExpiresAt       *string `json:"expiresAt"`
		PaidAt          *string `json:"paidAt"`
		CreatedAt       string  `json:"createdAt"`
	} `json:"data"`
}

var secret = os.Getenv("SECRET")
var rest = strings.TrimPrefix(secret, "whsec_")
var form = regexp.MustCompile(`^t=(\d+),v1=([0-9a-f]{64})$`)

func sign(key string, parts ...string) string {
	mac := hmac.New(sha256.New, []byte(key))
	for _, part := range parts {
		mac.Write([]byte(part))
	}
	return hex.EncodeToString(mac.Sum(nil))
}

// The JSON again, as json.Marshal writes what was read into this value.
func again(body []byte, value any) string {
	if err := json.Unmarshal(body, value); err != nil {
		panic(err)
	}
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// The v1 that each of them expects.
func expected(path, t string, r *http.Request) string {
	body, _ := io.ReadAll(r.Body)
	text := string(body)
	switch path {
	case "/json_marshal_map":
		return sign(secret, t, ".", again(body, &map[string]any{}))
	case "/json_marshal_struct":
		return sign(secret, t, ".", again(body, &event{}))
	case "/secret_prefix":
		return sign(rest, t, ".", text)
	case "/secret_base64":
		key, _ := base64.StdEncoding.DecodeString(rest)
		return sign(string(key), t, ".", text)
	case "/body_only":
		return sign(secret, text)
	case "/body_only+json_marshal":
		return sign(secret, again(body, &map[string]any{}))
	}
	panic("no such mistake: " + path)
}

func main() {
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		match := form.FindStringSubmatch(r.Header.Get("X-Service-Signature"))
		if match == nil {
			w.WriteHeader(401)
			return
		}
		seconds, _ := strconv.ParseInt(match[1], 10, 64)
		age := time.Since(time.Unix(seconds, 0))
		signature := expected(r.URL.Path, match[1], r)
		if age < -5*time.Minute || age > 5*time.Minute || !hmac.Equal([]byte(match[2]), []byte(signature)) {
			w.WriteHeader(401)
		}
		// For test/vectors/record-mistakes.ts.
		io.WriteString(w, signature)
	})
	panic(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}

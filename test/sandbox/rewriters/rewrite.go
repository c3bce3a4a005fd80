// Writes each text of a list again, in the ways of Go: as a map, whose names are sorted, and as a struct.
package main

import (
	"bytes"
	"encoding/json"
	"os"
)

type event struct {
	ID        string `json:"id"`
	Type      string `json:"type"`
	CreatedAt string `json:"createdAt"`
	StoreID   string `json:"storeId"`
	Data      struct {
		PaymentID       string   `json:"paymentId,omitempty"`
		Source          string   `json:"source,omitempty"`
		Status          string   `json:"status,omitempty"`
		ID              string   `json:"id,omitempty"`
		Amount          float64  `json:"amount,omitempty"`
		RequestedAmount float32  `json:"requestedAmount,omitempty"`
		Fee             float64  `json:"fee,omitempty"`
		NetAmount       float64  `json:"netAmount,omitempty"`
		Currency        string   `json:"currency,omitempty"`
		Description     *string  `json:"description,omitempty"`
		PassFee         *bool    `json:"passFee,omitempty"`
		ValidityMinutes int      `json:"validityMinutes,omitempty"`
		ExpiresAt       nullable `json:"expiresAt,omitempty"`
		PaidAt          nullable `json:"paidAt,omitempty"`
		CreatedAt       string   `json:"createdAt,omitempty"`
		EndpointID      string   `json:"endpointId,omitempty"`
	} `json:"data"`
}

// Null where it was null, and missing where it was missing.
type nullable = json.RawMessage

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func written(text string, value any, escapesHTML bool) string {
	must(json.Unmarshal([]byte(text), value))
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(escapesHTML)
	must(encoder.Encode(value))
	// json.Marshal has no line feed at the end.
	return string(bytes.TrimSuffix(out.Bytes(), []byte("\n")))
}

func main() {
	var texts []string
	must(json.NewDecoder(os.Stdin).Decode(&texts))
	all := [][]string{}
	for _, text := range texts {
		all = append(all, []string{
			written(text, &map[string]any{}, true),
			written(text, &map[string]any{}, false),
			written(text, &event{}, true),
		})
	}
	must(json.NewEncoder(os.Stdout).Encode(all))
}

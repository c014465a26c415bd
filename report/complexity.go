package report

//go:generate go run ./internal/complexity/gen
